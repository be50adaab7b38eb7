import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import type { CheckInAction } from '@/features/booking/check-in/queries';
import { AppError } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { lazyPart } from '@/ui/loading/lazy-part';

const NoShowDialog = lazyPart(() => import('@/features/booking/check-in/NoShowDialog'));

/** The mutation that checks one booking in, or marks a no-show. */
interface CheckIn {
  isPending: boolean;
  variables: CheckInAction | undefined;
  error: Error | null;
  mutate: (action: CheckInAction) => void;
}

interface Props {
  name: string;
  /** The departure has left: who is not here is missing. */
  canMiss: boolean;
  checkIn: CheckIn;
}

/** Here, or not coming; the second is asked about. */
export function CheckInButtons({ name, canMiss, checkIn }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const pending = checkIn.isPending ? checkIn.variables : null;
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto sm:flex-none">
      <Button
        variant="success"
        className="flex-1"
        busy={pending === 'checked_in'}
        disabled={pending === 'no_show'}
        icon={<CircleCheck aria-hidden="true" />}
        aria-label={t`Check In: ${name}`}
        onClick={() => checkIn.mutate('checked_in')}
      >
        <Trans>Check In</Trans>
      </Button>
      {canMiss && (
        <Button
          className="flex-1"
          busy={pending === 'no_show'}
          disabled={pending === 'checked_in'}
          icon={<CircleSlash aria-hidden="true" />}
          aria-label={t`No Show: ${name}`}
          onClick={() => setAsking(true)}
        >
          <Trans>No Show</Trans>
        </Button>
      )}
      {asking && (
        <NoShowDialog name={name} onClose={() => setAsking(false)} onConfirm={() => checkIn.mutate('no_show')} />
      )}
    </div>
  );
}

/** What went wrong with the last press, and the same press again. */
export function CheckInFailure({ checkIn, waits }: { checkIn: CheckIn; waits: boolean }) {
  const { error, variables } = checkIn;
  if (!error || checkIn.isPending) return null;
  return (
    <Alert
      tone="danger"
      className="mt-3"
      action={
        waits &&
        variables && (
          <Button size="sm" variant="ghost" onClick={() => checkIn.mutate(variables)}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {error.message} {error instanceof AppError && error.detail}
    </Alert>
  );
}
