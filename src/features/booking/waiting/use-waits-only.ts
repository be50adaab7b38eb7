import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { useDepartures } from '@/features/booking/checkout/form/departures';
import type { Service } from '@/features/booking/checkout/service';
import { myWaitingQuery } from './queries';

/** Returns whether the guest can only join the waitlist on the chosen date. False while seats are offered to them. */
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
