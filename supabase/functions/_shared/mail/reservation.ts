import { instantWithOffset, withOffset } from '../calendar.ts';
import type { BookingData } from './data.ts';
import { Html, oneLine } from './html.ts';
import { moneyOf } from './money-of.ts';

// Structured data of a booking's email (schema.org, for Gmail, Apple Mail and KItinerary): an event for an
// experience, and a boat or bus trip for transport. It has no ticket code, which would allow checking in.

const STATUS = {
  CONFIRMED: 'ReservationConfirmed',
  TENTATIVE: 'ReservationPending',
  CANCELLED: 'ReservationCancelled',
};

/** Returns the booking number that the team uses, which is the first eight characters of its id. */
const numberOf = (data: BookingData): string => data.booking_id.slice(0, 8).toUpperCase();

/** Returns what `read` returns, or for an unknown time zone the local time, so that the email can be sent. */
function inKnownZone(local: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return local;
    throw error;
  }
}

/** Returns start and end with their offset. The end is exact if it is known as an instant, because a local time may occur twice. */
function timesOf({ startLocal, endLocal, endsAt, timeZone }: NonNullable<BookingData['calendar']>) {
  const start = inKnownZone(startLocal, () => withOffset(startLocal, timeZone));
  if (!endLocal) return { start };
  const end = inKnownZone(endLocal, () =>
    endsAt ? instantWithOffset(new Date(endsAt), timeZone) : withOffset(endLocal, timeZone),
  );
  return { start, end };
}

/** `page` is where the reader sees and changes the booking. Returns null for emails without a date. */
export function reservationOf(data: BookingData, page: string): object | null {
  const { calendar } = data;
  if (!calendar) return null;
  const { start, end } = timesOf(calendar);
  const underName = { '@type': 'Person', name: oneLine(data.full_name) || undefined };
  return {
    '@context': 'http://schema.org',
    ...(data.kind === 'experience' ? event(data, start, end) : trip(data, start, end)),
    reservationNumber: numberOf(data),
    reservationStatus: `http://schema.org/${STATUS[calendar.status]}`,
    underName,
    reservedTicket: { '@type': 'Ticket', ticketNumber: numberOf(data), underName },
    numSeats: data.num_people,
    ...(!data.paid_by_other && { totalPrice: moneyOf(data).left.toFixed(2), priceCurrency: data.currency_code }),
    url: page,
    modifyReservationUrl: page,
    ...(calendar.stamp && { modifiedTime: calendar.stamp }),
  };
}

function event(data: BookingData, startDate: string, endDate: string | undefined) {
  const territory = oneLine(data.territory_name);
  const place = oneLine(data.meeting_point, 200) || territory;
  const address = {
    '@type': 'PostalAddress',
    streetAddress: place,
    addressLocality: territory,
    addressRegion: territory,
    addressCountry: data.country ?? undefined,
  };
  return {
    '@type': 'EventReservation',
    reservationFor: {
      '@type': 'Event',
      name: oneLine(data.title),
      startDate,
      endDate,
      location: { '@type': 'Place', name: place, address },
    },
  };
}

function trip(data: BookingData, departureTime: string, arrivalTime: string | undefined) {
  const from = oneLine(data.pickup_location, 200) || oneLine(data.territory_name);
  const to = oneLine(data.destination, 200) || oneLine(data.title);
  const times = { name: oneLine(data.title), departureTime, arrivalTime };
  return data.transport_type === 'boat'
    ? {
        '@type': 'BoatReservation',
        reservationFor: {
          '@type': 'BoatTrip',
          ...times,
          departureBoatTerminal: { '@type': 'BoatTerminal', name: from },
          arrivalBoatTerminal: { '@type': 'BoatTerminal', name: to },
        },
      }
    : {
        '@type': 'BusReservation',
        reservationFor: {
          '@type': 'BusTrip',
          ...times,
          departureBusStop: { '@type': 'BusStop', name: from },
          arrivalBusStop: { '@type': 'BusStop', name: to },
        },
      };
}

/** Returns JSON for use inside HTML. Characters that could end the script or begin a tag or comment are escaped. */
export function jsonLd(data: object): Html {
  const safe = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${safe}</script>\n`);
}
