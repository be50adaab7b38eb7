import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, ListEnd, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { DelayLine } from '@/features/booking/tickets/DelayLine';
import { formatMoment } from '@/lib/format/dates';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { lazyPart } from '@/ui/loading/lazy-part';
import { CancelledBadge } from './CancelledBadge';
import { type DepartureState, decideDeparture } from './queries';
import { RunAnyway, WayState } from './RunAnyway';
import { UndoCancellation } from './UndoCancellation';

const AnswersDialog = lazyPart(() => import('./AnswersDialog'));
const WaitlistDialog = lazyPart(() => import('./WaitlistDialog'));

interface Props {
  state: DepartureState;
  about: string;
  timeZone: string;
  onChanged: () => Promise<unknown>;
  className?: string;
}

/** Shows whether a departure is cancelled, late or below its minimum, and its waitlist. */
export function DepartureStateNotice({ className, ...props }: Props) {
  const { status, min_to_run: minimum, waitlist_people = 0, expected_time: expected } = props.state;
  if (status === 'cancelled') return <CancelledNotice {...props} {...(className && { className })} />;
  return (
    <div className={cx('grid gap-3', className)}>
      <DelayLine expected={expected} />
      {minimum !== null && <MinimumNotice {...props} />}
      {waitlist_people > 0 && <WaitlistNotice {...props} />}
    </div>
  );
}

/** Shows for example 'Waitlist: 5 seats', and opens the list. */
function WaitlistNotice({ state, about, timeZone, onChanged }: Props) {
  const { hasRole } = useSession();
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        className="min-h-11! whitespace-normal"
        icon={<ListEnd aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        <Fresh className="nums">
          {plural(state.waitlist_people ?? 0, { one: 'Waitlist: # seat', other: 'Waitlist: # seats' })}
        </Fresh>
      </Button>
      {asked && (
        <WaitlistDialog
          departureId={state.departure_id}
          about={about}
          timeZone={timeZone}
          seats={state.waitlist_seats ?? 0}
          canRaise={hasRole('territory_manager', 'territory_staff', 'admin')}
          onClose={() => setAsked(false)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

function CancelledNotice({ state, about, onChanged, className }: Props) {
  const { t } = useLingui();
  const { hasRole } = useSession();
  const [asked, setAsked] = useState(false);
  const { open_offers: open, answered_offers: answered, returned_offers: returned = 0 } = state;
  const all = open + answered + returned;
  return (
    <div className={cx('grid gap-3', className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CancelledBadge reason={state.reason} />
        {all > 0 && (
          <Button
            size="sm"
            className="ml-auto min-h-11!"
            icon={<Users aria-hidden="true" />}
            onClick={() => setAsked(true)}
          >
            <Fresh className="nums">{t`${answered} of ${all} have answered`}</Fresh>
          </Button>
        )}
      </div>
      {state.cancellation_id && state.undo_until && (
        <UndoWhileThereIsTime state={state} id={state.cancellation_id} until={state.undo_until} onChanged={onChanged} />
      )}
      {asked && (
        <AnswersDialog
          departureId={state.departure_id}
          about={about}
          canAnswer={hasRole('territory_manager', 'territory_staff', 'admin')}
          onClose={() => setAsked(false)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

interface UndoProps extends Pick<Props, 'state' | 'onChanged'> {
  id: string;
  until: string;
}

/** Hidden if its time had already passed when it first rendered. */
function UndoWhileThereIsTime({ state, id, until, onChanged }: UndoProps) {
  const [wasOpen] = useState(() => Date.parse(until) > Date.now());
  if (!wasOpen) return null;
  return (
    <UndoCancellation cancellationId={id} undoUntil={until} together={state.cancelled_together} onChanged={onChanged} />
  );
}

/** Shows for example '4 of 6 guests; decided on Wed, Nov 25, 6:00 PM', with the operator's choices. */
function MinimumNotice({ state, about, timeZone, onChanged, className }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const { sold, min_to_run: minimum, decides_at: at, status } = state;
  const decide = useMutation({
    mutationFn: (decision: 'run' | 'wait') => decideDeparture(state.departure_id, decision),
    // Refetched even after a refusal, because someone else may have decided.
    onSettled: onChanged,
  });
  const failure = useFailureText(decide.error);
  // A departure without a decision time leaves too soon to ask its operator.
  if (status === 'confirmed' || at === null)
    return (
      <p className={cx('flex items-center gap-2 text-sm font-semibold text-success-text', className)}>
        <CircleCheck aria-hidden="true" className="size-4 flex-none" />
        <span key="confirmed" role="status">
          <Trans>It's going ahead.</Trans>
        </span>
      </p>
    );
  const when = formatMoment(at, timeZone);
  return (
    <div className={cx('grid gap-2', className)}>
      <p className="nums" aria-live="polite">
        <Fresh className="font-semibold">{t`${sold} of ${minimum} guests needed`}</Fresh>{' '}
        <Fresh className="text-sm text-ink-2">{t`Please decide by ${when}. If no one answers, we'll cancel this departure.`}</Fresh>
      </p>
      {state.condition && (
        <p className="flex items-center gap-2 text-sm font-semibold text-warn-text">
          <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
          <WayState state={state.condition} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" className="min-h-11!" onClick={() => setAsked(true)}>
          <span>
            <Trans>Confirm departure</Trans>
          </span>
        </Button>
        <Button size="sm" className="min-h-11!" busy={decide.isPending && !asked} onClick={() => decide.mutate('wait')}>
          <span>
            <Trans>Wait two more hours</Trans>
          </span>
        </Button>
      </div>
      <RunAnyway
        asked={asked}
        state={state}
        about={about}
        onCancel={() => setAsked(false)}
        onConfirm={() => decide.mutateAsync('run').then(() => setAsked(false))}
      />
      {decide.error && !asked && (
        <p className="err" role="alert">
          <Fresh>{failure}</Fresh>
        </p>
      )}
    </div>
  );
}
