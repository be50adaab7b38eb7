import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { usePages } from '@/lib/api/use-pages';
import { useNow } from '@/lib/hooks/use-now';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import type { UrlState } from '@/ui/filter/use-url-state';
import { type BookingFilters, withDates } from './period';
import { territoryBookingKeys, territoryBookingsQuery, territoryTotalsQuery } from './queries';

/** Returns the bookings that the URL asks for, page by page, with totals. `timeZone` decides which day is today. */
export function useBookings(territoryId: string, state: UrlState<BookingFilters>, timeZone?: string) {
  const filters = withDates(state.settled, timeZone, useNow());
  const list = usePages({ ...territoryBookingsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const totals = useQuery({ ...territoryTotalsQuery(territoryId, filters), placeholderData: keepPreviousData });
  const { rows } = list;
  const count = totals.data?.reduce((sum, row) => sum + row.bookings, 0);
  return { territoryId, state, filters, list, totals, rows, count };
}
export type Bookings = ReturnType<typeof useBookings>;

/** Refetches when a booking, payment or payout of the territory changes. */
export function useLiveBookings(territoryId: string): () => Promise<void> {
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: territoryBookingKeys.all });
  // A busy territory changes all the time, so we refetch at most once per second.
  useLiveQuery({ [`territory:${territoryId}`]: ['booking', 'departure'] }, territoryBookingKeys.all, 1000);
  return refresh;
}
