import { useFormContext, useWatch } from 'react-hook-form';
import type { Service } from '@/features/booking/checkout/service';
import type { BookedDeparture } from '@/features/booking/minimum/queries';
import { useCardWaits } from '@/features/booking/minimum/use-card-waits';
import type { BookingForm } from './booking-form';

type Of = Pick<Service, 'kind' | 'id'>;

/** The departure that the form asks for; null until there is one. */
export function useChosenDeparture({ kind, id }: Of): BookedDeparture | null {
  const { control } = useFormContext<BookingForm>();
  const [date, slotId] = useWatch({ control, name: ['serviceDate', 'slotId'] });
  return date && slotId ? { kind, serviceId: id, slotId, date } : null;
}

/** Whether the card of who books what the form asks for is only authorised. A private group needs no others. */
export function useFormWaits(service: Of): boolean {
  const { control } = useFormContext<BookingForm>();
  const [type, people] = useWatch({ control, name: ['bookingType', 'numPeople'] });
  const departure = useChosenDeparture(service);
  return useCardWaits(type === 'shared' ? departure : null, people);
}
