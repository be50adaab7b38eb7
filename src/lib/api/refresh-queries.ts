import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads the queries again because something happened: what is shown afterwards was asked for after this call. `invalidateQueries`
 * alone waits for a first answer that is on its way, asked for before, and takes that for new; here the question is put again, and
 * whoever waited for the first answer gets the second. Failures stay with the queries.
 *
 * What a mutation has put on the screen must stand beside the cache (see `use-send.ts`) or be read anew when it settles: a reading
 * knows nothing of it.
 */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const asked = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const again = asked.map((query) => {
    void query.cancel({ silent: true });
    return query.fetch().catch(() => undefined);
  });
  // Those that were just asked are joined, all others that are shown are asked, and the rest when they are shown.
  await Promise.all([...again, client.invalidateQueries(filters, { cancelRefetch: false })]);
}
