import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hold } from '@/features/booking/checkout/dto';
import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import { Failure } from '@/features/booking/offers/choice-parts';
import { whenOf } from '@/features/booking/offers/labels';
import { BackToCard } from '@/features/booking/tickets/DoneDialog';
import { ChangeDone } from '@/features/booking/tickets/paid-changes/ChangeDone';
import type { ChangeProps } from '@/features/booking/tickets/paid-changes/ChangePage';
import { PaidChange } from '@/features/booking/tickets/paid-changes/PaidChange';
import { AppError, isTransient } from '@/lib/api/errors';
import { clearDraft, readDraft, writeDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { DateChoices, LateNote, PriceNote } from './DateChoices';
import { type Choice, changeDate, type DateChanges, type Moved, refundToOf, refusalText } from './queries';

type Props = ChangeProps<DateChanges>;

/** Another date or hour of the same service, and the payment of what it costs more. Nothing happens before the button is pressed. */
export function ChangeDate(props: Props) {
  const { kind, data, refetch } = props;
  return (
    <PaidChange<Moved>
      hold={data.hold}
      refetch={refetch}
      resultOf={({ serviceDate, startTime, timeslotId }) => ({
        service_date: serviceDate,
        start_time: startTime,
        timeslot_id: timeslotId,
        refund_amount: 0,
        paid: true,
      })}
      choosing={(next) => <Choosing {...props} {...next} />}
      beforePaying={({ serviceDate: date, timeslotId }) => (
        <Undecided kind={kind} data={data} date={date} timeslotId={timeslotId} paying />
      )}
      done={(moved) => <Done kind={kind} moved={moved} data={data} />}
    />
  );
}

interface ChoosingProps extends Props {
  onHeld: (hold: Hold) => void;
  onDone: (moved: Moved) => void;
}

const draftOf = (kind: string, id: string) => `change-date-${kind}-${id}`;

/** What was chosen before a reload or a new login, with the key of its press, while it is still to be had. */
function readChosen(draft: string, choices: readonly Choice[]): { choice: Choice; key: string } | null {
  const { values, id } = readDraft(draft) ?? {};
  const choice = choices.find(
    ({ service_date, timeslot_id }) => service_date === values?.service_date && timeslot_id === values.timeslot_id,
  );
  return choice && id ? { choice, key: id } : null;
}

function Choosing({ kind, id, data, refetch, onHeld, onDone }: ChoosingProps) {
  const { t } = useLingui();
  // One press for each choice: however often it is sent, it happens once.
  const [chosen, setChosen] = useState(() => readChosen(draftOf(kind, id), data.choices));
  const change = useMutation({
    mutationFn: ({ choice, key }: { choice: Choice; key: string }) => changeDate(kind, id, choice, data, key),
    onSuccess: ({ moved, hold }, { choice }) => {
      // Its press is done: whoever chooses again presses anew.
      clearDraft(draftOf(kind, id));
      if (!moved && hold) return onHeld(hold);
      onDone(moved ?? { ...choice, refund_amount: 0, paid: false });
    },
    // Somebody took the seats, or the price is another one: show what holds now, and choose again.
    onError: (error) => {
      // A session that has run out changes nothing: the choice is still theirs after the login.
      if (isTransient(error) || (error instanceof AppError && error.code === 'session_expired')) return;
      clearDraft(draftOf(kind, id));
      setChosen(null);
      void refetch();
    },
  });
  const refused = refusalText(data);
  if (refused) {
    return (
      <Alert tone="info">
        <p>{refused}</p>
      </Alert>
    );
  }
  const when = chosen ? whenOf(chosen.choice) : '';
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) change.mutate(chosen);
      }}
    >
      {data.choices.length > 0 && (
        <p className="text-ink-2">
          <PriceNote data={data} /> <LateNote percent={data.refund_at_most} />
        </p>
      )}
      <DateChoices
        data={data}
        chosen={chosen?.choice ?? null}
        disabled={change.isPending}
        onChoose={(choice) => {
          const { service_date, timeslot_id } = choice;
          const key = crypto.randomUUID();
          setChosen({ choice, key });
          writeDraft(draftOf(kind, id), { values: { service_date, timeslot_id }, id: key });
          change.reset();
        }}
      />
      <Failure error={change.error} />
      {chosen && (
        <div>
          <Button type="submit" variant="primary" className="whitespace-normal" busy={change.isPending}>
            {data.at_once ? (
              <Fresh>{t`Change to ${when}`}</Fresh>
            ) : (
              <span key="pay">
                <Trans>Continue to payment</Trans>
              </span>
            )}
          </Button>
        </div>
      )}
    </form>
  );
}

interface UndecidedProps extends Pick<Props, 'kind' | 'data'> {
  date: string;
  timeslotId: string | null;
  /** What it costs more is paid, or was. */
  paying: boolean;
}

/** Of the new departure, whether it takes place: the guests of a booking that is moved there are asked for as others are. */
function Undecided({ kind, data, date, timeslotId, paying }: UndecidedProps) {
  if (data.booking_type !== 'shared') return null;
  return (
    <MinimumLine
      departure={{ kind, serviceId: data.service_id, timeslotId, date }}
      timeZone={data.time_zone}
      refundTo={refundToOf(data, paying)}
    />
  );
}

function Done({ kind, moved, data }: Pick<Props, 'kind' | 'data'> & { moved: Moved }) {
  const when = whenOf(moved);
  return (
    <ChangeDone
      heading={<Trans>You're booked for {when}</Trans>}
      more={
        <Undecided
          kind={kind}
          data={data}
          date={moved.service_date}
          timeslotId={moved.timeslot_id}
          paying={moved.paid}
        />
      }
    >
      <Trans>
        Your ticket keeps its number but has a new code: old screenshots no longer work. We're sending it to you by
        email.
      </Trans>{' '}
      <BackToCard amount={moved.refund_amount} symbol={data.currency_symbol} byOther={data.paid_by_other} />
    </ChangeDone>
  );
}
