import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle, Phone } from 'lucide-react';
import { memo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ViewPassport } from '@/features/booking/passport/ViewPassport';
import { CheckInBadge } from '@/features/booking/tickets/badges';
import { canCheckIn } from '@/features/booking/tickets/transitions';
import { MarkButtons, MarkFailure } from '@/features/departures/Mark';
import { PaymentBadge } from '@/features/departures/PaymentBadge';
import { whatsAppLink } from '@/features/departures/people';
import { useMark } from '@/features/departures/use-mark';
import { paths } from '@/lib/routing/paths';
import { Avatar } from '@/ui/media/Avatar';
import { countryName, Flag } from '@/ui/media/Flag';
import { type Passenger, type RunBooking, type RunRef, shuttleKeys } from './queries';

/** Who sits in the car. A booking that names nobody stands for its booker. */
export function passengersOf(booking: RunBooking): Passenger[] {
  if (booking.passengers.length > 0) return booking.passengers;
  return [
    {
      name: booking.full_name,
      email: booking.email,
      whatsapp: booking.whatsapp_number,
      country: booking.country,
      speaks_spanish: booking.speaks_spanish,
    },
  ];
}

function PassengerRow({ passenger }: { passenger: Passenger }) {
  const { t } = useLingui();
  const chat = whatsAppLink(passenger.whatsapp ?? '');
  const name = passenger.name?.trim() || t`Passenger`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_minmax(0,1fr)_auto]">
      <span className="flex min-w-0 items-center gap-2 font-medium">
        {passenger.country && <Flag country={passenger.country} named />}
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </span>
        {passenger.country && <span className="sr-only">{countryName(passenger.country)}</span>}
      </span>
      <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere] max-sm:col-span-2">
        {passenger.email && (
          <a
            className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
            href={`mailto:${passenger.email}`}
          >
            {passenger.email}
          </a>
        )}
      </span>
      <span className="nums min-w-0 text-ink-2 max-sm:col-span-2">
        {chat && passenger.whatsapp && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            aria-label={t`WhatsApp ${passenger.whatsapp}`}
            className="inline-flex min-h-11 items-center gap-2 underline decoration-line-strong underline-offset-4 sm:min-h-9"
          >
            <Phone aria-hidden="true" className="size-4" />
            {passenger.whatsapp}
          </a>
        )}
      </span>
      <span className="text-ink-2 max-sm:col-start-2 max-sm:row-start-1 sm:min-w-28 sm:text-right">
        {passenger.speaks_spanish ? <Trans>Speaks Spanish</Trans> : <Trans>No Spanish</Trans>}
      </span>
    </li>
  );
}

interface Props {
  booking: RunBooking;
  run: RunRef;
  open: boolean;
  talks: boolean;
}

/** One booking of a departure: who, how many, paid or not, here or not. Typing in the search draws none of them anew. */
export const BookingCard = memo(function BookingCard({ booking, run, open, talks }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes: its place in the keyboard's order is the card's.
  const mark = useMark({
    kind: 'transport',
    bookingId: booking.id,
    list: shuttleKeys.passengers(run.userId, run.transportId, run.date),
    all: shuttleKeys.all(run.userId),
    onDone: () => heading.current?.focus(),
  });
  const name = booking.full_name || t`Passenger`;
  const count = plural(booking.num_people, { one: '# passenger', other: '# passengers' });
  const waits = canCheckIn(booking.status, booking.check_in_status);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <Avatar name={name} src={booking.avatar_url} size={40} />
          <div className="min-w-0">
            <h4 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere] outline-none">
              <bdi>{name}</bdi>
            </h4>
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {booking.hotel_name ? `${count}, ${booking.hotel_name}` : count}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2" role="status">
          <PaymentBadge
            status={booking.payment_status}
            amount={booking.to_pay === null ? null : Number(booking.to_pay)}
            symbol={booking.currency_symbol || 'Q'}
          />
          <CheckInBadge status={booking.check_in_status} />
        </div>
      </div>
      <ul aria-label={t`Passengers`} className="mt-3 divide-y divide-line border-t border-line">
        {passengersOf(booking).map((passenger, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: passengers have no id, and their order is the booking's
          <PassengerRow key={at} passenger={passenger} />
        ))}
      </ul>
      {(talks || booking.has_passport || (open && waits)) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2">
          <div className="flex flex-wrap items-center gap-x-4">
            {talks && (
              <Link
                to={paths.conversation('transport', booking.id)}
                aria-label={t`Message ${name}`}
                className="inline-flex min-h-11 items-center gap-2 text-sm underline decoration-line-strong underline-offset-4 sm:min-h-9"
              >
                <MessageCircle aria-hidden="true" className="size-4 text-ink-2" />
                <Trans>Message</Trans>
              </Link>
            )}
            {booking.has_passport && <ViewPassport booking={{ kind: 'transport', id: booking.id }} />}
          </div>
          {open && waits && <MarkButtons name={name} mark={mark} />}
        </div>
      )}
      <MarkFailure mark={mark} waits={waits} />
    </>
  );
});
