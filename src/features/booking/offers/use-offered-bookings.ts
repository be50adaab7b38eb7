import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { myOffersQuery } from './queries';

/** Returns the ids of bookings with an open offer, which is shown instead of the ticket. */
export function useOfferedBookings(userId: string): ReadonlySet<string> {
  const { data } = useQuery(myOffersQuery(userId));
  return useMemo(
    () => new Set(data?.filter(({ state }) => state === 'open').map(({ booking_id }) => booking_id)),
    [data],
  );
}
