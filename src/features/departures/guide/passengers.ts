import { guestName } from '@/features/booking/guest-name';
import { findBy } from '@/features/departures/passengers';
import { compareText } from '@/lib/i18n/intl';

interface Named {
  id: string;
  tourist: { full_name: string } | null;
  /** Of a walk-up: who has no account. */
  guest_name: string | null;
  walk_up: boolean;
}

/** By name, so that a passenger is found where the eye looks, and stays there when somebody else is checked in. */
export function byName<B extends Named>(bookings: readonly B[]): B[] {
  return bookings.toSorted((a, b) => compareText(guestName(a), guestName(b)) || a.id.localeCompare(b.id));
}

/** Bookings whose name or hotel has these letters. */
export function findByNameOrHotel<B extends Named & { hotel_name: string | null }>(
  bookings: readonly B[],
  search: string,
): B[] {
  return findBy(bookings, search, (booking) => [guestName(booking), booking.hotel_name]);
}
