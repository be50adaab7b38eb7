import { useFormContext, useWatch } from 'react-hook-form';
import type { Service } from '@/features/booking/checkout/service';
import type { BookedDeparture } from '@/features/booking/minimum/queries';
import { useCardWaits } from '@/features/booking/minimum/use-card-waits';
import type { BookingForm } from './booking-form';

type Of = Pick<Service, 'kind' | 'id'>;

/** Returns the departure chosen in the form, or null. */
export function useChosenDeparture({ kind, id }: Of): BookedDeparture | null {
  const { control } = useFormContext<BookingForm>();
  const [date, slotId] = useWatch({ control, name: ['serviceDate', 'slotId'] });
  return date && slotId ? { kind, serviceId: id, slotId, date } : null;
}

/**
 * Returns whether the card would only be authorised. This is never the case for private groups, which need no other
 * guests.
 */
export function useFormWaits(service: Of): boolean {
  const { control } = useFormContext<BookingForm>();
  const [type, people] = useWatch({ control, name: ['bookingType', 'numPeople'] });
  const departure = useChosenDeparture(service);
  return useCardWaits(type === 'shared' ? departure : null, people);
}
