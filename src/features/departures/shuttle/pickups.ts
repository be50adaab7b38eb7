import { passengerName } from '@/features/booking/guest-name';
import { findBy } from '@/features/departures/passengers';
import { webLink } from '@/lib/format/web-link';
import { compareText } from '@/lib/i18n/intl';
import type { Passenger, TransportBooking } from './queries';

/** Opens the place on a map: the territory's own link, else a search for its name. */
export function mapLink(name: string, territory: string, link?: string | null): string {
  const query = encodeURIComponent(territory ? `${name}, ${territory}` : name);
  return webLink(link) ?? `https://www.google.com/maps/search/?api=1&query=${query}`;
}

interface Booking {
  id: string;
  full_name: string | null;
  walk_up: boolean;
  hotel_name: string | null;
  num_people: number;
  /** Where on the way its hotel is called at; null where nobody has said. */
  stop: number | null;
}

export interface Hotel {
  name: string;
  people: number;
}

const hotelOf = (booking: Booking) => booking.hotel_name?.trim() ?? '';

const nameOf = ({ full_name, walk_up }: Pick<Booking, 'full_name' | 'walk_up'>) => passengerName(full_name, walk_up);

const LAST = 1000;

/** In the order of the way, then those of which nobody has said it, by name. */
const byWay = (a: Booking, b: Booking): number =>
  (a.stop ?? LAST) - (b.stop ?? LAST) || compareText(hotelOf(a), hotelOf(b));

/** Where the passengers stay, in the order of the way; the same hotel in other capitals is the same hotel. */
export function hotels(bookings: readonly Booking[]): Hotel[] {
  const found = new Map<string, Hotel>();
  for (const booking of bookings.toSorted(byWay)) {
    const name = hotelOf(booking);
    if (!name) continue;
    const key = name.toLocaleLowerCase();
    const before = found.get(key);
    found.set(key, { name: before?.name ?? name, people: (before?.people ?? 0) + booking.num_people });
  }
  return [...found.values()];
}

/** In the order of the hotels, those without one last; by name within. The same people stay in their places at a check-in. */
export function byHotel<B extends Booking>(bookings: readonly B[]): B[] {
  return bookings.toSorted(
    (a, b) =>
      Number(!hotelOf(a)) - Number(!hotelOf(b)) ||
      byWay(a, b) ||
      compareText(nameOf(a), nameOf(b)) ||
      a.id.localeCompare(b.id),
  );
}

/** Bookings in which a name or the hotel has these letters. */
export function findBookings<B extends Booking & { passengers: readonly { name?: string | null | undefined }[] }>(
  bookings: readonly B[],
  search: string,
): B[] {
  return findBy(bookings, search, (booking) => [
    nameOf(booking),
    booking.hotel_name,
    ...booking.passengers.map((one) => one.name),
  ]);
}

/** Who sits in the car; an address or a number that several share stands with the first. A booking that names nobody stands for its booker. */
export function passengersOf(booking: TransportBooking): Passenger[] {
  const all = booking.passengers;
  if (all.length > 0) {
    const stands = (at: number, key: 'email' | 'whatsapp') =>
      all.slice(0, at).some((before) => before[key]?.trim() && before[key]?.trim() === all[at]?.[key]?.trim());
    return all.map((one, at) => ({
      ...one,
      ...(stands(at, 'email') && { email: null }),
      ...(stands(at, 'whatsapp') && { whatsapp: null }),
    }));
  }
  return [
    {
      name: nameOf(booking),
      email: booking.email,
      whatsapp: booking.whatsapp_number,
      country: booking.country,
      speaks_spanish: booking.speaks_spanish,
    },
  ];
}

/** Who comes along with the booker, as far as the booking names them. */
export function companions({ full_name, passengers }: Pick<TransportBooking, 'full_name' | 'passengers'>): string[] {
  const names = passengers.map(({ name }) => name?.trim() ?? '');
  const booker = full_name === null ? -1 : names.indexOf(full_name.trim());
  return names.filter((name, at) => name && at !== booker);
}
