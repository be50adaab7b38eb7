import { passengerName } from '@/features/booking/guest-name';
import { findBy } from '@/features/departures/passengers';
import { webLink } from '@/lib/format/web-link';
import { compareText } from '@/lib/i18n/intl';
import type { Booking, Passenger } from './queries';

/** Returns the territory's own map link, or a map search for the place. */
export function mapLink(name: string, territory: string, link?: string | null): string {
  const query = encodeURIComponent(territory ? `${name}, ${territory}` : name);
  return webLink(link) ?? `https://www.google.com/maps/search/?api=1&query=${query}`;
}

interface Guest {
  id: string;
  full_name: string | null;
  walk_in: boolean;
  hotel_name: string | null;
  num_people: number;
  /** The hotel's position in the order of pickups, or null if it has none. */
  stop: number | null;
  /** The minutes before the departure at which the hotel is visited. Missing in data stored by older versions. */
  pickup_minutes?: number | null;
  /** When that is, with an announced delay, local to the region. */
  pickup_at?: string | null;
}

export interface Hotel {
  name: string;
  people: number;
  /** The names of the guests who booked. */
  guests: string[];
  minutes: number | null;
  at: string | null;
}

const hotelOf = (booking: Guest) => booking.hotel_name?.trim() ?? '';

const nameOf = ({ full_name, walk_in }: Pick<Guest, 'full_name' | 'walk_in'>) => passengerName(full_name, walk_in);

const compareNames = (a: Guest, b: Guest): number => compareText(nameOf(a), nameOf(b)) || a.id.localeCompare(b.id);

const LAST = 1000;

/** Compares guests by the order of pickups, and those without one by name. */
const byWay = (a: Guest, b: Guest): number =>
  (a.stop ?? LAST) - (b.stop ?? LAST) || compareText(hotelOf(a), hotelOf(b));

/** Returns the passengers' hotels in the order of pickups. Upper and lower case count as the same. */
export function hotels(bookings: readonly Guest[]): Hotel[] {
  const found = new Map<string, Hotel>();
  for (const booking of bookings.toSorted(byWay)) {
    const name = hotelOf(booking);
    if (!name) continue;
    const key = name.toLocaleLowerCase();
    const before = found.get(key);
    found.set(key, {
      name: before?.name ?? name,
      people: (before?.people ?? 0) + booking.num_people,
      guests: [...(before?.guests ?? []), nameOf(booking)],
      minutes: booking.pickup_minutes ?? null,
      at: booking.pickup_at ?? null,
    });
  }
  return [...found.values()];
}

/**
 * Sorts bookings by hotel with those without a hotel last, and by name within a hotel. A check-in doesn't move
 * anyone.
 */
export function byHotel<B extends Guest>(bookings: readonly B[]): B[] {
  return bookings.toSorted((a, b) => Number(!hotelOf(a)) - Number(!hotelOf(b)) || byWay(a, b) || compareNames(a, b));
}

/** Sorts bookings by name, so that the order stays the same when others are checked in. */
export const byName = <B extends Guest>(bookings: readonly B[]): B[] => bookings.toSorted(compareNames);

/** Returns the bookings in which a name or the hotel contains the text. */
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
 * Returns the passengers, with shared contact details on the first one. A booking without names is listed under its
 * booker.
 */
export function passengersOf(booking: Booking): Passenger[] {
  const all = booking.passengers;
  if (all.length > 0) {
    const isRepeated = (value: string | null | undefined, key: 'email' | 'whatsapp', at: number) =>
      Boolean(value?.trim()) && all.slice(0, at).some((before) => before[key]?.trim() === value?.trim());
    return all.map((one, at) => ({
      ...one,
      ...(isRepeated(one.email, 'email', at) && { email: null }),
      ...(isRepeated(one.whatsapp, 'whatsapp', at) && { whatsapp: null }),
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

export function companions({ full_name, passengers }: Pick<Booking, 'full_name' | 'passengers'>): string[] {
  const names = passengers.map(({ name }) => name?.trim() ?? '');
  const booker = full_name === null ? -1 : names.indexOf(full_name.trim());
  return names.filter((name, at) => name && at !== booker);
}
