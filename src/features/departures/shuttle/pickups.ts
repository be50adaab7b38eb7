import { findBy } from '@/features/departures/people';
import { webLink } from '@/lib/format/web-link';

/** Opens the place on a map: the region's own link, else a search for its name. */
export function mapLink(name: string, region: string, link?: string | null): string {
  const query = encodeURIComponent(region ? `${name}, ${region}` : name);
  return webLink(link) ?? `https://www.google.com/maps/search/?api=1&query=${query}`;
}

interface Guest {
  id: string;
  full_name: string | null;
  hotel_name: string | null;
  num_people: number;
}

export interface Hotel {
  name: string;
  people: number;
}

const hotelOf = (guest: Guest) => guest.hotel_name?.trim() ?? '';

/** Where the passengers stay, by name; the same hotel in other capitals is the same hotel. */
export function hotels(guests: readonly Guest[]): Hotel[] {
  const found = new Map<string, Hotel>();
  for (const guest of guests) {
    const name = hotelOf(guest);
    if (!name) continue;
    const key = name.toLocaleLowerCase();
    const before = found.get(key);
    found.set(key, { name: before?.name ?? name, people: (before?.people ?? 0) + guest.num_people });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** In the order of the hotels, those without one last; by name within. The same people stay in their places at a check-in. */
export function byHotel<G extends Guest>(guests: readonly G[]): G[] {
  return guests.toSorted(
    (a, b) =>
      Number(!hotelOf(a)) - Number(!hotelOf(b)) ||
      hotelOf(a).localeCompare(hotelOf(b), undefined, { sensitivity: 'base' }) ||
      (a.full_name ?? '').localeCompare(b.full_name ?? '') ||
      a.id.localeCompare(b.id),
  );
}

/** Bookings in which a name or the hotel has these letters. */
export function findBookings<G extends Guest & { passengers: readonly { name?: string | null | undefined }[] }>(
  guests: readonly G[],
  search: string,
): G[] {
  return findBy(guests, search, (guest) => [
    guest.full_name,
    guest.hotel_name,
    ...guest.passengers.map((one) => one.name),
  ]);
}
