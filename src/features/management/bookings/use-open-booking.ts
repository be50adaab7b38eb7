import type { BookingRef } from '@/features/management/bookings/booking/queries';
import { useOpenParam } from '@/lib/routing/use-open-param';

/** 'experience.<id>' */
function parse(text: string | null): BookingRef | null {
  const [, kind, id] = /^(experience|transport)\.([0-9a-f-]{36})$/.exec(text ?? '') ?? [];
  return kind && id ? { kind, id } : null;
}

/** The open drawer's booking is in the address. */
export const useOpenBooking = () => useOpenParam('booking', parse, ({ kind, id }) => `${kind}.${id}`);
