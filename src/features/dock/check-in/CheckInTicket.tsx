import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CalendarClock, CircleCheck, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { guestName } from '@/features/booking/guest-name';
import { ViewPassports } from '@/features/booking/passport/ViewPassports';
import { isPartHere, numbersHere } from '@/features/booking/tickets/arrived';
import { BookingStatusBadge, CheckInBadge } from '@/features/booking/tickets/badges';
import { isCardAuthorised } from '@/features/booking/tickets/transitions';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { displayNames } from '@/lib/i18n/intl';
import { HuipilBand } from '@/ui/brand';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { type ArrivalPhase, arrivalNote, arrivalPhase } from './arrival';
import { cashText } from './cash';
import { departureText } from './departure';
import type { CheckInBooking, Press } from './queries';
import { TicketActions } from './TicketActions';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="ml-auto min-w-0 text-right font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Shows whether the booking is paid, or the amount to collect, prominently because overlooking it costs money. */
function Payment({ booking }: { booking: CheckInBooking }) {
  const now = useNow();
  const sum = booking.amount_due ?? booking.total_price;
  const amount = sum !== null && formatMoney(sum, booking.currency_symbol ?? '');
  const at = booking.cash_received_at;
  if (booking.payment_status === 'completed') {
    return (
      <p
        key="paid"
        className="mt-3 flex flex-wrap items-center gap-x-3 rounded-md bg-success-soft px-4 py-3 text-lg font-bold text-success-text"
      >
        <CircleCheck aria-hidden="true" className="size-6 flex-none" />
        {at ? (
          <span key="cash" className="min-w-0">
            {cashText({ at, by: booking.cash_received_by }, booking.time_zone, now)}
          </span>
        ) : (
          <span>
            <Trans>Paid</Trans>
          </span>
        )}
        {amount && <span className="nums ml-auto font-semibold">{amount}</span>}
      </p>
    );
  }
  // The card is charged automatically, so no one collects cash.
  if (isCardAuthorised(booking)) {
    return (
      <p
        key="authorised"
        className="mt-3 flex flex-wrap items-center gap-x-3 rounded-md bg-success-soft px-4 py-3 text-lg font-bold text-success-text"
      >
        <CircleCheck aria-hidden="true" className="size-6 flex-none" />
        <span className="min-w-0">
          <Trans>Card, not charged yet</Trans>
        </span>
        {amount && <span className="nums ml-auto font-semibold">{amount}</span>}
      </p>
    );
  }
  return (
    <p
      key="due"
      className="mt-3 flex flex-wrap items-center gap-x-3 rounded-md bg-ocre-400 px-[min(.75rem,4vw)] py-3 text-[min(1.125rem,6.5vw)] font-bold text-anil-950"
    >
      <Banknote aria-hidden="true" className="size-6 flex-none" />
      <span className="min-w-0 flex-1">
        {booking.payment_method === 'cash' ? <Trans>Collect in cash</Trans> : <Trans>Not paid yet</Trans>}
      </span>
      <strong className="nums ml-auto text-[min(1.5rem,9vw)]">{amount}</strong>
    </p>
  );
}

const countryNames = displayNames({ type: 'region' });

function Facts({ booking }: { booking: CheckInBooking }) {
  const { t } = useLingui();
  const origin = booking.country ?? booking.tourist?.country;
  const country = origin ? countryNames().of(origin) : null;
  return (
    <dl className="divide-y divide-line text-[.9375rem]">
      <Row name={booking.kind === 'experience' ? t`Experience` : t`Transport`}>
        <span lang={booking.untranslated?.title}>{booking.title}</span>
      </Row>
      <Row name={t`Date`}>{formatLongDate(booking.service_date)}</Row>
      {booking.start_time && <Row name={t`Time`}>{formatTime(booking.start_time)}</Row>}
      {country && <Row name={t`Country of origin`}>{country}</Row>}
      {booking.hotel_name && <Row name={t`Hotel name`}>{booking.hotel_name}</Row>}
      {booking.hotel_address && <Row name={t`Hotel address`}>{booking.hotel_address}</Row>}
      {booking.speaks_spanish && <Row name={t`Language`}>{t`Speaks Spanish`}</Row>}
      {booking.passport_required && (
        <Row name={t`Passport`}>
          {booking.passports?.length ? (
            <ViewPassports bookingId={booking.booking_id} places={booking.passports} people={booking.num_people} />
          ) : booking.passport_removed_by === 'owner' ? (
            <span>{t`Deleted by its owner`}</span>
          ) : (
            <span>{t`Missing`}</span>
          )}
        </Row>
      )}
      <Row name={t`Status`}>
        <BookingStatusBadge status={booking.status} />
      </Row>
      <Row name={t`Check-in`}>
        <CheckInBadge status={booking.check_in_status} booking={booking.status} />
      </Row>
    </dl>
  );
}

type Props = { booking: CheckInBooking; pending: Press | null; onAct: (press: Press) => void };

/** Shows the ticket's state in two words and a line. */
function Verdict({
  booking,
  phase,
  departure,
}: {
  booking: CheckInBooking;
  phase: ArrivalPhase;
  departure: string | null;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { doubt } = booking;
  return (
    <div className={cx('flex items-center gap-4 pt-2 pb-4', !doubt && 'text-on-night')}>
      <span
        className={cx(
          'grid size-14 flex-none place-items-center rounded-full',
          doubt ? 'bg-anil-950 text-ocre-400' : 'bg-lago-400 text-anil-950',
        )}
      >
        {doubt ? (
          <CalendarClock aria-hidden="true" className="size-7" />
        ) : (
          <ScanLine aria-hidden="true" className="size-7" />
        )}
      </span>
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl leading-tight font-bold outline-none">
          {doubt === 'day' ? (
            <Trans>Not today</Trans>
          ) : doubt === 'departure' ? (
            <Trans>Another departure</Trans>
          ) : doubt === 'hour' ? (
            <Trans>Another hour</Trans>
          ) : (
            <Trans>Valid ticket</Trans>
          )}
        </h1>
        {departure ? (
          <p key="first" className="text-lg leading-snug font-bold">
            {departure}
          </p>
        ) : (
          <p className="text-on-night-2">
            {phase === 'early' ? (
              <Trans>Not yet</Trans>
            ) : phase === 'over' ? (
              <Trans>Its day has passed</Trans>
            ) : (
              <Trans>Ready to check in</Trans>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Shows the name, the number of people and the payment before the buttons, so that no button hides important
 * information. Other facts come last.
 */
export function CheckInTicket({ booking, pending, onAct }: Props) {
  const { t } = useLingui();
  const now = useNow();
  const phase = arrivalPhase(booking, now);
  const name = guestName(booking);
  const count = booking.num_people;
  const here = numbersHere(booking).length;
  const { passenger } = booking;
  const own = passenger && (booking.passenger_details?.[passenger - 1]?.name?.trim() || t`Passenger ${passenger}`);
  const departure = booking.doubt ? departureText(booking, now) : null;
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
      <Verdict booking={booking} phase={phase} departure={departure} />
      <div className="overflow-hidden rounded-xl bg-surface text-ink">
        <HuipilBand small />
        <div className="p-4">
          {/* With large text the name gets its own line. */}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-3">
              <Avatar name={name} src={booking.tourist?.avatar_url} size={52} />
              <p className="min-w-0 flex-1 basis-24 text-xl leading-tight font-bold [overflow-wrap:anywhere]">
                {own && <span className="block">{own}</span>}
                <span className={own ? 'text-base font-normal' : undefined}>{name}</span>
              </p>
            </div>
            <p className="ml-auto flex-none text-right leading-none">
              <strong className="nums block text-4xl font-bold">{passenger ? 1 : count}</strong>
              <span className="text-sm text-ink-2">
                {plural(passenger ? 1 : count, { one: 'person', other: 'people' })}
              </span>
              {(isPartHere(booking) || passenger) && (
                <strong className="nums block pt-1 text-sm text-success-text">{t`${here} of ${count} here`}</strong>
              )}
            </p>
          </div>
          <Payment booking={booking} />
        </div>
      </div>
      <TicketActions
        booking={booking}
        name={name}
        phase={phase}
        note={arrivalNote(booking, phase)}
        departure={departure}
        pending={pending}
        onAct={onAct}
      />
      <div className="rounded-xl bg-surface p-4 text-ink">
        <Facts booking={booking} />
      </div>
    </div>
  );
}
