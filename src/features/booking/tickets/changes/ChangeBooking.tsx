import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Hold } from '@/features/booking/checkout/dto';
import {
  confirmPayment,
  createPaymentIntent,
  type PaymentCalls,
  releaseHold,
} from '@/features/booking/checkout/queries';
import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import { whenOf } from '@/features/booking/offers/labels';
import { BackToCard } from '@/features/booking/tickets/BackToCard';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { paths } from '@/lib/routing/paths';
import { Alert } from '@/ui/feedback/Alert';
import { ChangeDate } from './ChangeDate';
import { ChangeDone } from './ChangeDone';
import type { ChoosingProps } from './choosing';
import { FewerPeople } from './FewerPeople';
import { forgetJoining, MorePeople } from './MorePeople';
import { PaymentStep } from './PaymentStep';
import { type ChangeOptions, type Done, refundToOf } from './queries';
import { UnpaidChangeLines } from './UnpaidChangeLines';
import type { UnpaidChange } from './unpaid-change';

export type Change = 'date' | 'more' | 'fewer';

type Step =
  | { name: 'choosing' }
  | { name: 'paying'; hold: Hold; resumed: boolean; seen: ChangeOptions }
  | { name: 'done'; before: ChangeOptions; done: Done; paid: Hold | null };

const callsFor = (holdId: string): PaymentCalls => ({
  begin: () => createPaymentIntent(holdId),
  confirm: () => confirmPayment(holdId),
  release: () => releaseHold(holdId),
  lost: () => t`We couldn't change the booking. If we charged your card, we'll refund you.`,
});

/** Returns whether the held seats are on another departure. */
const isMove = (hold: Hold, { service_date, start_time }: ChangeOptions) =>
  hold.serviceDate !== service_date || hold.startTime !== start_time;

/** Returns what the booking is once its change is paid for. */
const paidFor = (hold: Hold, booking: ChangeOptions): Done => ({
  service_date: hold.serviceDate,
  start_time: hold.startTime,
  people: hold.numPeople + (isMove(hold, booking) ? 0 : booking.num_people),
  refund_amount: 0,
});

interface Props {
  booking: ChangeOptions;
  change: Change;
  refetch: () => Promise<unknown>;
}

/** Leads through a change of a booking: the choice, the payment if it costs more, and the result. */
export function ChangeBooking({ booking, change, refetch }: Props) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>(() =>
    booking.hold && isMove(booking.hold, booking) === (change === 'date') && change !== 'fewer'
      ? { name: 'paying', hold: booking.hold, resumed: true, seen: booking }
      : { name: 'choosing' },
  );
  const finish = (before: ChangeOptions, done: Done, paid: Hold | null) => {
    setStep({ name: 'done', before, done, paid });
    void client.invalidateQueries({ queryKey: bookingKeys.all });
  };
  const next: ChoosingProps = {
    booking,
    refetch,
    onHeld: (hold) => {
      setStep({ name: 'paying', hold, resumed: false, seen: booking });
      void refetch(); // with what is paid for (Planned)
    },
    onDone: (done) => finish(booking, done, null),
  };
  return (
    <>
      {step.name === 'choosing' && <Choices booking={booking} change={change} />}
      {step.name === 'choosing' && booking.unpaid_change && (
        <Prepared booking={booking} change={booking.unpaid_change} />
      )}
      <section className="card mt-6 grid gap-4 px-5 py-5 sm:px-6">
        {step.name === 'choosing' && <Choosing change={change} {...next} />}
        {step.name === 'paying' && (
          <PaymentStep
            key={step.hold.id}
            hold={step.hold}
            resumed={step.resumed}
            ended={booking !== step.seen && booking.hold?.id !== step.hold.id}
            calls={callsFor(step.hold.id)}
            // The page may already have loaded the changed booking.
            onBooked={() => finish(step.seen, paidFor(step.hold, step.seen), step.hold)}
            onAgain={() => {
              setStep({ name: 'choosing' });
              void refetch();
            }}
            onKeep={async () => {
              await releaseHold(step.hold.id);
              setStep({ name: 'choosing' });
              await client.invalidateQueries({ queryKey: bookingKeys.all });
            }}
            summary={
              booking.unpaid_change?.hold_id === step.hold.id && (
                <Planned booking={booking} change={booking.unpaid_change} />
              )
            }
          >
            {isMove(step.hold, step.seen) && (
              <Undecided booking={booking} date={step.hold.serviceDate} slotId={step.hold.slotId} paying />
            )}
          </PaymentStep>
        )}
        {step.name === 'done' && <BookingChanged booking={step.before} done={step.done} paid={step.paid} />}
      </section>
    </>
  );
}

/** Shows a change that waits for its payment, and who prepared it. */
function Planned({ booking, change }: { booking: ChangeOptions; change: UnpaidChange }) {
  return (
    <div className="text-[.9375rem]">
      {change.by === 'desk' && (
        <p className="text-ink-2">
          <Trans>The team has prepared this change for you.</Trans>
        </p>
      )}
      <UnpaidChangeLines
        change={change}
        before={{ date: booking.service_date, time: booking.start_time, people: booking.num_people }}
      />
    </div>
  );
}

/** Another change waits for its payment, which this one would end. */
function Prepared({ booking, change }: { booking: ChangeOptions; change: UnpaidChange }) {
  const { kind, booking_id: id } = booking;
  return (
    <Alert tone="warn" className="mt-4">
      <p>
        {change.by === 'desk' ? (
          <Trans>
            The team has prepared this change for you to pay. If you make a different change, we'll withdraw this one.
          </Trans>
        ) : (
          <Trans>You haven't paid for this change yet. If you make a different change, we'll withdraw this one.</Trans>
        )}
      </p>
      <UnpaidChangeLines
        change={change}
        before={{ date: booking.service_date, time: booking.start_time, people: booking.num_people }}
      />
      <p className="mt-1">
        <Link
          className="underline underline-offset-4"
          to={change.moves ? paths.changeDate(kind, id) : paths.morePeople(kind, id)}
        >
          <Trans>Review and pay</Trans>
        </Link>
      </p>
    </Alert>
  );
}

/** Lists what can be changed. Each kind of change has its own address. */
function Choices({ booking: { kind, booking_id: id, num_people }, change }: Pick<Props, 'booking' | 'change'>) {
  const { t } = useLingui();
  const links: [Change, string, string][] = [
    ['date', paths.changeDate(kind, id), t`Date`],
    ['more', paths.morePeople(kind, id), t`More people`],
    ...(num_people > 1 ? [['fewer', paths.fewerPeople(kind, id), t`Fewer people`] as [Change, string, string]] : []),
  ];
  return (
    <nav aria-label={t`What would you like to change?`} className="mt-6 flex flex-wrap gap-2">
      {links.map(([name, to, label]) => (
        <Link
          key={name}
          to={to}
          replace
          aria-current={name === change ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line-strong px-4 font-semibold aria-[current=page]:border-ink aria-[current=page]:bg-surface-2"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Choosing({ change, ...props }: ChoosingProps & { change: Change }) {
  if (change === 'more') return <MorePeople {...props} />;
  return change === 'fewer' ? <FewerPeople {...props} /> : <ChangeDate {...props} />;
}

interface UndecidedProps {
  booking: ChangeOptions;
  date: string;
  slotId: string;
  /** True if the guest pays, or has paid, the extra price. */
  paying: boolean;
}

/** Shows whether the new departure will go ahead. The guests who move there count towards its minimum. */
function Undecided({ booking, date, slotId, paying }: UndecidedProps) {
  if (booking.booking_type !== 'shared') return null;
  return (
    <MinimumLine
      departure={{ kind: booking.kind, serviceId: booking.service_id, slotId, date }}
      timeZone={booking.time_zone}
      refundTo={refundToOf({ ...booking, ...booking.date }, paying)}
    />
  );
}

function BookingChanged({ booking, done, paid }: { booking: ChangeOptions; done: Done; paid: Hold | null }) {
  // The names of the added people are no longer needed.
  useEffect(() => forgetJoining(booking), [booking]);
  const persons = plural(done.people, { one: '# person', other: '# people' });
  const back = booking.payment_status === 'completed' && (
    <BackToCard amount={done.refund_amount} symbol={booking.currency_symbol} byOther={booking.paid_by_other} />
  );
  if (done.service_date === booking.service_date && done.start_time === booking.start_time)
    return (
      <ChangeDone heading={<Trans>Your booking is now for {persons}</Trans>}>
        <Trans>Your ticket stays the same.</Trans> {back}
      </ChangeDone>
    );
  const when = whenOf(done);
  const slot =
    paid?.slotId ??
    booking.date.choices.find((one) => one.service_date === done.service_date && one.start_time === done.start_time)
      ?.slot_id;
  return (
    <ChangeDone
      heading={<Trans>You're booked for {when}</Trans>}
      more={slot && <Undecided booking={booking} date={done.service_date} slotId={slot} paying={paid !== null} />}
    >
      <Trans>
        Your ticket keeps its number but has a new code, so old screenshots no longer work. We'll email you the ticket.
      </Trans>{' '}
      {back}
    </ChangeDone>
  );
}
