import { guestName } from '@/features/booking/guest-name';
import { findBy } from '@/features/departures/passengers';
import { compareText } from '@/lib/i18n/intl';

interface Named {
  id: string;
  tourist: { full_name: string } | null;
  /** A walk-in without an account. */
  guest_name: string | null;
  walk_up: boolean;
}

/** By name, for a stable order when others are checked in. */
export function byName<B extends Named>(bookings: readonly B[]): B[] {
  return bookings.toSorted((a, b) => compareText(guestName(a), guestName(b)) || a.id.localeCompare(b.id));
}

/** Bookings whose name or hotel contains the text. */
export function findByNameOrHotel<B extends Named & { hotel_name: string | null }>(
  bookings: readonly B[],
  search: string,
): B[] {
  return findBy(bookings, search, (booking) => [guestName(booking), booking.hotel_name]);
}
