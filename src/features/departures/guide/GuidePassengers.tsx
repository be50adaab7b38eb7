import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Languages, Phone } from 'lucide-react';
import { memo, useMemo } from 'react';
import { guestName } from '@/features/booking/guest-name';
import { CallLink, cardLink, MessageLink, PassengerCard } from '@/features/departures/PassengerCard';
import { PassengerList } from '@/features/departures/PassengerList';
import { type ArrivalPhase, canUndo } from '@/features/dock/check-in/arrival';
import { formatPhone, whatsAppLink } from '@/lib/format/phone';
import { useNow } from '@/lib/hooks/use-now';
import { countryName, Flag } from '@/ui/media/Flag';
import { byName, findByNameOrHotel } from './passengers';
import { type GuideBooking, guideKeys, passengersQuery } from './queries';

interface Props {
  userId: string;
  departureId: string;
  /** Which arrivals can be set now. */
  phase: ArrivalPhase;
  timeZone: string;
}

/** The passengers of an open departure. */
export function GuidePassengers({ userId, departureId, phase, timeZone }: Props) {
  const { t } = useLingui();
  const query = useQuery(passengersQuery(userId, departureId));
  const bookings = useMemo(() => byName(query.data ?? []), [query.data]);
  return (
    <PassengerList
      query={query}
      within
      timeZone={timeZone}
      passengers={bookings}
      find={findByNameOrHotel}
      step={40}
      texts={{
        loading: t`Loading guests`,
        search: t`Find a guest`,
        empty: <Trans>No bookings left.</Trans>,
      }}
      card={(booking) => (
        <BookingCard userId={userId} departureId={departureId} booking={booking} phase={phase} timeZone={timeZone} />
      )}
    />
  );
}

const BookingCard = memo(function BookingCard({
  userId,
  departureId,
  booking,
  phase,
  timeZone,
}: Props & { booking: GuideBooking }) {
  const now = useNow();
  const name = guestName(booking);
  const count = plural(booking.num_people, { one: '# guest', other: '# guests' });
  return (
    <PassengerCard
      departureId={departureId}
      booking={booking}
      name={name}
      note={[count, booking.hotel_name, booking.hotel_address].filter(Boolean).join(', ')}
      amount={booking.total_price}
      symbol={booking.currency?.symbol}
      contact={<Contact booking={booking} name={name} />}
      passports={booking.passports}
      phase={phase}
      timeZone={timeZone}
      canUndo={canUndo(booking, userId, now)}
      list={guideKeys.passengers(userId, departureId)}
      all={guideKeys.all(userId)}
    />
  );
});

/** Contact and language. */
function Contact({ booking, name }: { booking: GuideBooking; name: string }) {
  const chat = whatsAppLink(booking.whatsapp_number);
  return (
    <>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={cardLink}>
          <Phone aria-hidden="true" className="size-4 text-ink-2" />
          <Trans>WhatsApp</Trans> <span className="nums">{formatPhone(booking.whatsapp_number)}</span>
        </a>
      )}
      <CallLink number={booking.whatsapp_number} name={name} />
      <MessageLink kind="experience" bookingId={booking.id} name={name} />
      <span className="inline-flex items-center gap-2">
        <Flag country={booking.country} named />
        <span>{countryName(booking.country)}</span>
      </span>
      <span className="inline-flex items-center gap-2 text-ink-2">
        <Languages aria-hidden="true" className="size-4" />
        {booking.speaks_spanish ? <Trans>Speaks Spanish</Trans> : <Trans>No Spanish</Trans>}
      </span>
    </>
  );
}
