import { bookingIdIn } from '@/features/booking/booking-param';
import { useOpenParam } from '@/lib/routing/use-open-param';

/** Returns the booking's id, or the text of an address that names none, so that the drawer says so. */
const parse = (text: string | null): string | null => bookingIdIn(text) ?? (text || null);

/** Keeps the booking of the open drawer in the URL. */
export const useOpenBooking = () => useOpenParam('booking', parse, String);
