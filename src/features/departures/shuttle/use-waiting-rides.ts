import { useWaitingCounts } from '@/features/departures/use-waiting-counts';
import { passengersQuery, type TransportBooking, type TransportDeparture } from './queries';

/** Rides with what waits to be sent from this phone. */
export const useWaitingRides = <D extends TransportDeparture>(userId: string, departures: readonly D[] | undefined) =>
  useWaitingCounts({
    departures,
    bookings: ({ slot_id, service_date }) => passengersQuery(userId, slot_id, service_date),
    amountOf: ({ to_pay }: TransportBooking) => (to_pay === null ? null : Number(to_pay)),
  });
