import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Refetches queries after an event with a request that starts after this call. `invalidateQueries` would wait for a
 * request in progress and treat its older response as new. Here the request is repeated, and callers waiting for
 * the first one get the second. Failures stay with the queries. Optimistic values of a mutation must be kept
 * outside the cache (see `use-send.ts`) or be refetched when it settles.
 */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const asked = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const again = asked.map((query) => {
    void query.cancel({ silent: true });
    return query.fetch().catch(() => undefined);
  });
  // This waits for requests that have just started and refetches visible queries. The others are refetched when
  // they are shown.
  await Promise.all([...again, client.invalidateQueries(filters, { cancelRefetch: false })]);
}
