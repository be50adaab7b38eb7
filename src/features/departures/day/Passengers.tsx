import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Languages, Phone } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { passengerName } from '@/features/booking/guest-name';
import type { ArrivalPhase } from '@/features/dock/check-in/arrival';
import { formatTimeOn } from '@/lib/format/dates';
import { mailLink } from '@/lib/format/mail-link';
import { formatPhone, whatsAppLink } from '@/lib/format/phone';
import { useNow } from '@/lib/hooks/use-now';
import { countryName, Flag } from '@/ui/media/Flag';
import { useAskedBooking } from './asked-booking';
import { byHotel, byName, companions, findBookings, passengersOf } from './bookings';
import { CallLink, cardLink, MessageLink, PassengerCard } from './PassengerCard';
import { PassengerList } from './PassengerList';
import { type Booking, type Departure, type Passenger, passengersQuery, type Work, workKeys } from './queries';
import { spokenLanguage } from './spoken-language';

interface Props {
  work: Work;
  departure: Departure;
  phase: ArrivalPhase;
  /** Shown above the list. */
  head?: ((departure: Departure, bookings: readonly Booking[]) => ReactNode) | undefined;
}

/**
 * Shows the bookings of an open departure: an experience's guests by name, or passengers in the order of their
 * hotels.
 */
export function Passengers({ work: { userId, role }, departure, phase, head }: Props) {
  const { t } = useLingui();
  const query = useQuery(passengersQuery(userId, departure));
  const { kind, departure_id, slot_id, service_date, time_zone } = departure;
  const guided = kind === 'experience';
  // The object stays the same when counts change, so that no booking renders again.
  const place = useMemo(
    (): Place => ({ userId, role, kind, departure_id, slot_id, service_date, time_zone }),
    [userId, role, kind, departure_id, slot_id, service_date, time_zone],
  );
  const bookings = useMemo(() => (guided ? byName : byHotel)(query.data ?? []), [query.data, guided]);
  return (
    <PassengerList
      query={query}
      within
      timeZone={time_zone}
      head={head?.(departure, bookings)}
      passengers={bookings}
      find={findBookings}
      step={40}
      texts={{
        loading: guided ? t`Loading guests` : t`Loading passengers`,
        search: guided ? t`Find a guest` : t`Find a passenger`,
        empty: guided ? <Trans>There are no more bookings.</Trans> : <Trans>There are no bookings.</Trans>,
      }}
      card={(booking) => <BookingCard place={place} booking={booking} phase={phase} />}
    />
  );
}

type Place = Pick<Work, 'userId' | 'role'> &
  Pick<Departure, 'kind' | 'departure_id' | 'slot_id' | 'service_date' | 'time_zone'>;

interface CardProps {
  place: Place;
  booking: Booking;
  phase: ArrivalPhase;
}

const BookingCard = memo(function BookingCard({ place, booking, phase }: CardProps) {
  const { t } = useLingui();
  const now = useNow();
  const { userId, role, kind } = place;
  const asked = useAskedBooking();
  const guided = kind === 'experience';
  const name = passengerName(booking.full_name, booking.walk_in);
  const count = guided
    ? plural(booking.num_people, { one: '# guest', other: '# guests' })
    : plural(booking.num_people, { one: '# passenger', other: '# passengers' });
  const others = companions(booking).join(', ');
  const pickup = booking.pickup_at && formatTimeOn(booking.pickup_at, place.service_date);
  return (
    <PassengerCard
      departureId={place.departure_id}
      booking={booking}
      name={name}
      names={booking.passengers.map((passenger) => passenger.name)}
      note={[
        count,
        booking.hotel_name,
        booking.hotel_address,
        pickup && t`pickup at ${pickup}`,
        others && t`with ${others}`,
      ]
        .filter(Boolean)
        .join(', ')}
      tags={booking.tags}
      teamNotes={booking.notes}
      amount={booking.to_pay}
      symbol={booking.currency_symbol}
      details={!guided && <PassengerRows booking={booking} />}
      contact={
        guided ? (
          <Contact booking={booking} name={name} />
        ) : (
          role === 'shuttle_manager' &&
          !booking.walk_in && <MessageLink kind={kind} bookingId={booking.id} name={name} />
        )
      }
      opened={role === 'shuttle_manager' || asked?.id === booking.id}
      passports={booking.passports}
      phase={phase}
      timeZone={place.time_zone}
      canUndo={booking.undo_until !== null && now.getTime() < Date.parse(booking.undo_until)}
      list={workKeys.passengers(userId, place.slot_id, place.service_date)}
      all={workKeys.all(userId)}
    />
  );
});

/** Shows the contact and the language. */
function Contact({ booking, name }: { booking: Booking; name: string }) {
  const chat = whatsAppLink(booking.whatsapp_number);
  const language = spokenLanguage(booking.speaks_spanish, booking.walk_in);
  return (
    <>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={cardLink}>
          <Phone aria-hidden="true" className="size-4 text-ink-2" />
          <Trans>WhatsApp</Trans> <span className="nums">{formatPhone(booking.whatsapp_number)}</span>
        </a>
      )}
      <CallLink number={booking.whatsapp_number} name={name} />
      {!booking.walk_in && <MessageLink kind="experience" bookingId={booking.id} name={name} />}
      <span className="inline-flex items-center gap-2">
        <Flag country={booking.country} named />
        <span>{countryName(booking.country)}</span>
      </span>
      {language && (
        <span className="inline-flex items-center gap-2 text-ink-2">
          <Languages aria-hidden="true" className="size-4" />
          {language}
        </span>
      )}
    </>
  );
}

function PassengerRows({ booking }: { booking: Booking }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Passengers`} className="divide-y divide-line">
      {passengersOf(booking).map((passenger, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passengers have no id, and their order is the booking's
        <PassengerRow key={at} passenger={passenger} walkIn={booking.walk_in} />
      ))}
    </ul>
  );
}

function PassengerRow({ passenger, walkIn }: { passenger: Passenger; walkIn: boolean }) {
  const { t } = useLingui();
  const chat = whatsAppLink(passenger.whatsapp ?? '');
  const name = passengerName(passenger.name?.trim(), walkIn);
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
        {spokenLanguage(passenger.speaks_spanish, walkIn)}
      </span>
    </li>
  );
}
