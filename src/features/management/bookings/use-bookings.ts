import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { usePages } from '@/lib/api/use-pages';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { type BookingFilters, territoryBookingKeys, territoryBookingsQuery, territoryTotalsQuery } from './queries';

/** The bookings of a territory and what they add up to, a page after the other. */
export function useBookings(territoryId: string, filters: BookingFilters) {
  const list = usePages({ ...territoryBookingsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const totals = useQuery({ ...territoryTotalsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const { rows } = list;
  const count = totals.data?.reduce((sum, row) => sum + row.bookings, 0);
  return { list, totals, rows, count };
}

/** Bookings, payments and payouts of the territory are read again when somebody changes them. */
export function useLiveBookings(territoryId: string): () => Promise<void> {
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: territoryBookingKeys.all });
  // A busy territory changes all the time: at most one reading a second.
  useLiveQuery({ [`territory:${territoryId}`]: ['booking'] }, territoryBookingKeys.all, 1000);
  return refresh;
}
