import { passengerName } from '@/features/booking/guest-name';
import { findBy } from '@/features/departures/passengers';
import { webLink } from '@/lib/format/web-link';
import { compareText } from '@/lib/i18n/intl';
import type { Booking, Passenger } from './queries';

/** A map link: the territory's own, otherwise a search for the place. */
export function mapLink(name: string, territory: string, link?: string | null): string {
  const query = encodeURIComponent(territory ? `${name}, ${territory}` : name);
  return webLink(link) ?? `https://www.google.com/maps/search/?api=1&query=${query}`;
}

interface Guest {
  id: string;
  full_name: string | null;
  walk_up: boolean;
  hotel_name: string | null;
  num_people: number;
  /** The hotel's position in the order of pickups; null if not set. */
  stop: number | null;
}

export interface Hotel {
  name: string;
  people: number;
}

const hotelOf = (booking: Guest) => booking.hotel_name?.trim() ?? '';

const nameOf = ({ full_name, walk_up }: Pick<Guest, 'full_name' | 'walk_up'>) => passengerName(full_name, walk_up);

const compareNames = (a: Guest, b: Guest): number => compareText(nameOf(a), nameOf(b)) || a.id.localeCompare(b.id);

const LAST = 1000;

/** In the order of pickups, then unordered ones by name. */
const byWay = (a: Guest, b: Guest): number =>
  (a.stop ?? LAST) - (b.stop ?? LAST) || compareText(hotelOf(a), hotelOf(b));

/** The passengers' hotels in the order of pickups, ignoring case. */
export function hotels(bookings: readonly Guest[]): Hotel[] {
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

/** In the order of hotels, those without one last; by name within. A check-in doesn't move anyone. */
export function byHotel<B extends Guest>(bookings: readonly B[]): B[] {
  return bookings.toSorted((a, b) => Number(!hotelOf(a)) - Number(!hotelOf(b)) || byWay(a, b) || compareNames(a, b));
}

/** By name, for a stable order when others are checked in. */
export const byName = <B extends Guest>(bookings: readonly B[]): B[] => bookings.toSorted(compareNames);

/** Bookings in which a name or the hotel contains the text. */
export function findBookings<B extends Guest & { passengers: readonly { name?: string | null | undefined }[] }>(
  bookings: readonly B[],
  search: string,
): B[] {
  return findBy(bookings, search, (booking) => [
    nameOf(booking),
    booking.hotel_name,
    ...booking.passengers.map((one) => one.name),
  ]);
}

/**
 * The passengers; shared contact details are listed with the first. A booking without names is listed by its booker.
 */
export function passengersOf(booking: Booking): Passenger[] {
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

/** The booker's companions, if named. */
export function companions({ full_name, passengers }: Pick<Booking, 'full_name' | 'passengers'>): string[] {
  const names = passengers.map(({ name }) => name?.trim() ?? '');
  const booker = full_name === null ? -1 : names.indexOf(full_name.trim());
  return names.filter((name, at) => name && at !== booker);
}
