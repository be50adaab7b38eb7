import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAnew } from '@/lib/api/read-anew';
import { useInvalidate } from '@/lib/realtime/use-invalidate';
import { useTopic } from '@/lib/realtime/use-topic';
import { type BookingFilters, territoryBookingKeys, territoryBookingsQuery, territoryTotalsQuery } from './queries';

/** The bookings of a territory and what they add up to, a page after the other. */
export function useBookings(territoryId: string, filters: BookingFilters) {
  const list = useInfiniteQuery({ ...territoryBookingsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const totals = useQuery({ ...territoryTotalsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const count = totals.data?.reduce((sum, row) => sum + row.bookings, 0);
  return { list, totals, rows, count };
}

/** Bookings, payments and payouts of the territory are read again when somebody changes them. */
export function useLiveBookings(territoryId: string): () => Promise<void> {
  const client = useQueryClient();
  const refresh = () => readAnew(client, { queryKey: territoryBookingKeys.all });
  // A busy territory changes all the time: at most one reading a second.
  useTopic(`territory:${territoryId}`, ['booking'], useInvalidate(territoryBookingKeys.all, 1000));
  return refresh;
}
