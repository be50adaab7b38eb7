import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { passengerName } from '@/features/booking/guest-name';
import { CallLink, cardLink, MessageLink, PassengerCard } from '@/features/departures/PassengerCard';
import { PassengerList } from '@/features/departures/PassengerList';
import type { ArrivalPhase } from '@/features/dock/check-in/arrival';
import { mailLink } from '@/lib/format/mail-link';
import { formatPhone, whatsAppLink } from '@/lib/format/phone';
import { useNow } from '@/lib/hooks/use-now';
import { countryName, Flag } from '@/ui/media/Flag';
import { byHotel, companions, findBookings, passengersOf } from './pickups';
import { type DepartureRef, type Passenger, passengersQuery, shuttleKeys, type TransportBooking } from './queries';

interface Props extends DepartureRef {
  /** Which arrivals can be set now. */
  phase: ArrivalPhase;
  timeZone: string;
  /** The reader answers the territory's conversations. */
  canMessage: boolean;
  /** Above the list. */
  head?: (bookings: readonly TransportBooking[]) => ReactNode;
}

/** The bookings of a departure that was opened, in the order of their hotels. */
export function TransportPassengers({ userId, slotId, date, phase, timeZone, canMessage, head }: Props) {
  const { t } = useLingui();
  const query = useQuery(passengersQuery(userId, slotId, date));
  const departure = useMemo(() => ({ userId, slotId, date }), [userId, slotId, date]);
  const bookings = useMemo(() => byHotel(query.data ?? []), [query.data]);
  return (
    <PassengerList
      query={query}
      within
      timeZone={timeZone}
      head={head?.(bookings)}
      passengers={bookings}
      find={findBookings}
      step={30}
      texts={{
        loading: t`Loading passengers`,
        search: t`Find a passenger`,
        empty: <Trans>No bookings.</Trans>,
      }}
      card={(booking) => (
        <BookingCard
          booking={booking}
          departure={departure}
          phase={phase}
          timeZone={timeZone}
          canMessage={canMessage}
        />
      )}
    />
  );
}

interface CardProps extends Pick<Props, 'phase' | 'timeZone' | 'canMessage'> {
  booking: TransportBooking;
  departure: DepartureRef;
}

const BookingCard = memo(function BookingCard({ booking, departure, phase, timeZone, canMessage }: CardProps) {
  const { t } = useLingui();
  const now = useNow();
  const name = passengerName(booking.full_name, booking.walk_up);
  const count = plural(booking.num_people, { one: '# passenger', other: '# passengers' });
  const others = companions(booking).join(', ');
  return (
    <PassengerCard
      booking={booking}
      name={name}
      names={booking.passengers.map((passenger) => passenger.name)}
      note={[count, booking.hotel_name, others && t`with ${others}`].filter(Boolean).join(', ')}
      amount={booking.to_pay === null ? null : Number(booking.to_pay)}
      symbol={booking.currency_symbol || 'Q'}
      details={
        <ul aria-label={t`Passengers`} className="divide-y divide-line">
          {passengersOf(booking).map((passenger, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: passengers have no id, and their order is the booking's
            <PassengerRow key={at} passenger={passenger} walkUp={booking.walk_up} />
          ))}
        </ul>
      }
      contact={canMessage && <MessageLink kind="transport" bookingId={booking.id} name={name} />}
      opened={canMessage}
      passports={booking.passports}
      phase={phase}
      timeZone={timeZone}
      canUndo={booking.undo_until !== null && now.getTime() < Date.parse(booking.undo_until)}
      list={shuttleKeys.passengers(departure.userId, departure.slotId, departure.date)}
      all={shuttleKeys.all(departure.userId)}
    />
  );
});

function PassengerRow({ passenger, walkUp }: { passenger: Passenger; walkUp: boolean }) {
  const { t } = useLingui();
  const chat = whatsAppLink(passenger.whatsapp ?? '');
  const name = passengerName(passenger.name?.trim(), walkUp);
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
            href={mailLink(passenger.email)}
          >
            {passenger.email}
          </a>
        )}
      </span>
      <span className="nums flex min-w-0 flex-wrap gap-x-4 text-ink-2 max-sm:col-span-2">
        {chat && passenger.whatsapp && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            aria-label={t`WhatsApp ${formatPhone(passenger.whatsapp)}`}
            className={cardLink}
          >
            <Phone aria-hidden="true" className="size-4" />
            {formatPhone(passenger.whatsapp)}
          </a>
        )}
        {passenger.whatsapp && <CallLink number={passenger.whatsapp} name={name} />}
      </span>
      <span className="text-ink-2 max-sm:col-start-2 max-sm:row-start-1 sm:min-w-28 sm:text-right">
        {passenger.speaks_spanish ? <Trans>Speaks Spanish</Trans> : <Trans>No Spanish</Trans>}
      </span>
    </li>
  );
}
