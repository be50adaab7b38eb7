import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isTrip, keptOf } from '@/lib/offline/persisted';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { paths } from '@/lib/routing/paths';
import { isKept, tripsToReadAhead } from './kept-tickets';
import type { TicketRow } from './pages';
import { bookingKeys } from './queries';
import { receiptQuery } from './receipt/queries';
import { tripConditionsQuery } from './TicketConditions';

/** Only the next trips are kept, because each needs a request. */
const MAX_AHEAD = 8;

/** Stores the tickets of future trips for offline use, with their receipts and travel alerts. */
export function useKeptTickets(userId: string, rows: readonly TicketRow[]): void {
  usePersistedQueries(userId, paths.bookings, 'offline');
  const client = useQueryClient();
  const trips = tripsToReadAhead(rows).slice(0, MAX_AHEAD);
  const readAhead = useEffectEvent(async () => {
    for (const { id, territory, paid_by_other: theirs } of trips) {
      if (!navigator.onLine) return;
      if (!theirs) await client.prefetchQuery({ ...receiptQuery(id), staleTime: 60_000, retry: false });
      if (territory) await client.prefetchQuery({ ...tripConditionsQuery(territory.id), retry: false });
    }
  });
  // Each new version of a ticket has a new receipt.
  const names = trips.map(({ id, ticketVersion, payment_status: paid }) => `${id} ${ticketVersion} ${paid}`).join();
  useEffect(() => {
    if (names) void readAhead();
  }, [names]);
}

/**
 * Deletes stored data of cancelled and transferred tickets. `rows` are the server's future trips, or null while
 * they load.
 */
export function useDropGoneTickets(rows: readonly TicketRow[] | null): void {
  const client = useQueryClient();
  const names = rows && JSON.stringify(rows.filter((row) => isKept(row)).map(({ id }) => id));
  useEffect(() => {
    if (names === null) return;
    const kept = new Set(JSON.parse(names) as string[]);
    client.removeQueries({
      queryKey: bookingKeys.all,
      type: 'inactive',
      predicate: ({ queryKey, meta, state }) => {
        const [, what, id] = queryKey;
        const ofOne = (what === 'receipt' || what === 'ticket') && typeof id === 'string';
        return (
          ofOne &&
          !kept.has(id) &&
          isTrip(meta) &&
          state.data !== undefined &&
          keptOf(meta, state.data, state.dataUpdatedAt) !== null
        );
      },
    });
  }, [client, names]);
}
