import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { useDepartures } from '@/features/booking/checkout/form/departures';
import type { Service } from '@/features/booking/checkout/service';
import { myWaitingQuery } from './queries';

/** Whether the chosen date can only be waited for. Not while seats are offered to the person. */
export function useWaitsOnly(service: Service, userId: string | null): boolean {
  const { control } = useFormContext<BookingForm>();
  const date = useWatch({ control, name: 'serviceDate' });
  const { isFull } = useDepartures(service, date.slice(0, 7));
  const { data: entries = [] } = useQuery({ ...myWaitingQuery(userId ?? ''), enabled: userId !== null });
  const offered = entries.some(
    (entry) => entry.service_id === service.id && entry.service_date === date && entry.state === 'offered',
  );
  return isFull(date) && !offered;
}
