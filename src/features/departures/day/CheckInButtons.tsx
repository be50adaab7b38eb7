import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, Check, CircleCheck, CircleSlash, Clock3, Undo2, Users } from 'lucide-react';
import { useState } from 'react';
import type { Party } from '@/features/booking/tickets/arrived';
import { checkInLabel } from '@/features/booking/tickets/labels';
import { cashText, receivedBefore } from '@/features/dock/check-in/cash';
import type { Press } from '@/features/dock/check-in/queries';
import { useNow } from '@/lib/hooks/use-now';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { Spinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';

const NoShowDialog = lazyPart(() => import('@/features/dock/check-in/NoShowDialog'));

const WhoIsHereDialog = lazyPart(() => import('@/features/dock/check-in/WhoIsHereDialog'));

/** The mutation that sets a booking's arrival and cash. */
interface CheckIn {
  isPending: boolean;
  variables: Press | undefined;
  error: Error | null;
  mutate: (press: Press) => void;
}

const CAME = { action: 'checked_in' } as const;
const ARRIVED = { checked_in: CircleCheck, no_show: CircleSlash } as const;

interface TickProps {
  name: string;
  status: string;
  /** True if the arrival can be set now. */
  open: boolean;
  /** The cash due, which is confirmed before the check-in. */
  due: number | null;
  checkIn: CheckIn;
  onAsk: () => void;
}

/** Shows the large button of a row, or the result once it was pressed. */
export function Tick({ name, status, open, due, checkIn, onAsk }: TickProps) {
  const { t } = useLingui();
  if (open)
    return (
      <button
        type="button"
        aria-label={t`Check In: ${name}`}
        aria-busy={checkIn.isPending || undefined}
        className={cx(
          'grid size-14 flex-none place-items-center rounded-lg border-2 bg-surface hover:border-ink hover:bg-surface-2 [&>svg]:size-7',
          due === null ? 'border-line-strong' : 'border-ocre-500',
        )}
        onClick={() => {
          if (checkIn.isPending) return;
          if (due === null) checkIn.mutate(CAME);
          else onAsk();
        }}
      >
        {checkIn.isPending ? (
          <Spinner />
        ) : due === null ? (
          <Check aria-hidden="true" />
        ) : (
          <Banknote aria-hidden="true" />
        )}
      </button>
    );
  const Icon = ARRIVED[status as keyof typeof ARRIVED] ?? Clock3;
  return (
    <span
      className={cx(
        'grid min-w-14 flex-none place-items-center text-center text-xs [&>svg]:size-7',
        status === 'checked_in' ? 'text-success-text' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden="true" />
      <Fresh>{checkInLabel(status)}</Fresh>
    </span>
  );
}

interface Props {
  name: string;
  /** True if the arrival can be set now. */
  open: boolean;
  /** True once the departure has left, so that missing guests can be marked. */
  canMiss: boolean;
  /** The cash due, as a number and formatted. */
  due: { amount: number; text: string } | null;
  canUndo: boolean;
  /** Set if several people are expected, so that some can be checked in first. */
  party?: Party | null;
  names?: readonly (string | null | undefined)[];
  checkIn: CheckIn;
}

/** Shows the actions for a booking: check in with or without cash, mark as no-show, and undo the last action. */
export function CheckInButtons({ name, open, canMiss, due, canUndo, party = null, names = [], checkIn }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const pending = checkIn.isPending ? checkIn.variables : null;
  const state = (press: Press) => {
    const mine = pending?.action === press.action && pending.cash === press.cash && !pending.passengers;
    return { busy: mine, disabled: Boolean(pending) && !mine, onClick: () => checkIn.mutate(press) };
  };
  const amount = due?.text ?? '';
  const paid = due && { ...CAME, cash: due.amount };
  return (
    <div className="flex w-full flex-wrap gap-2">
      {open && paid && (
        <>
          <Button
            {...state(paid)}
            variant="success"
            className="min-h-14 flex-1 basis-56"
            icon={<Banknote aria-hidden="true" />}
            aria-label={t`Check in, ${amount} received: ${name}`}
          >
            <span>
              <Trans>Check in, {amount} received</Trans>
            </span>
          </Button>
          <Button
            {...state(CAME)}
            className="min-h-14 flex-1 basis-44"
            icon={<CircleCheck aria-hidden="true" />}
            aria-label={t`Check in, not paid: ${name}`}
          >
            <span>
              <Trans>Check in, not paid</Trans>
            </span>
          </Button>
        </>
      )}
      {open && party && (
        <Button
          busy={Boolean(pending?.passengers)}
          disabled={Boolean(pending) && !pending?.passengers}
          icon={<Users aria-hidden="true" />}
          aria-label={t`Only some of them: ${name}`}
          onClick={() => setChoosing(true)}
        >
          <span>
            <Trans>Only some of them</Trans>
          </span>
        </Button>
      )}
      {!open && due && (
        <Button
          {...state({ action: 'cash', cash: due.amount })}
          icon={<Banknote aria-hidden="true" />}
          aria-label={t`${amount} received: ${name}`}
        >
          <span>
            <Trans>{amount} received</Trans>
          </span>
        </Button>
      )}
      {open && canMiss && (
        <Button
          {...state({ action: 'no_show' })}
          icon={<CircleSlash aria-hidden="true" />}
          aria-label={t`No Show: ${name}`}
          onClick={() => setAsking(true)}
        >
          <span>
            <Trans>No Show</Trans>
          </span>
        </Button>
      )}
      {canUndo && (
        <Button {...state({ action: 'undo' })} icon={<Undo2 aria-hidden="true" />} aria-label={t`Undo: ${name}`}>
          <span>
            <Trans>Undo</Trans>
          </span>
        </Button>
      )}
      {choosing && party && (
        <WhoIsHereDialog
          name={name}
          party={party}
          names={names}
          apart={[]}
          due={due}
          onClose={() => setChoosing(false)}
          onConfirm={checkIn.mutate}
        />
      )}
      {asking && (
        <NoShowDialog
          name={name}
          onClose={() => setAsking(false)}
          onConfirm={() => checkIn.mutate({ action: 'no_show' })}
        />
      )}
    </div>
  );
}

/** Shows why the last action failed, with a retry. */
export function CheckInFailure({ checkIn, waits, timeZone }: { checkIn: CheckIn; waits: boolean; timeZone: string }) {
  const now = useNow();
  const { error, variables } = checkIn;
  const text = useFailureText(error);
  if (!error || checkIn.isPending) return null;
  const received = receivedBefore(error);
  if (received)
    return (
      <Alert key="received" tone="warn" className="mb-3">
        {cashText(received, timeZone, now)}
      </Alert>
    );
  return (
    <Alert
      tone="danger"
      className="mb-3"
      action={
        waits &&
        variables && (
          <Button size="sm" variant="ghost" onClick={() => checkIn.mutate(variables)}>
            <span>
              <Trans>Try again</Trans>
            </span>
          </Button>
        )
      }
    >
      {text}
    </Alert>
  );
}
