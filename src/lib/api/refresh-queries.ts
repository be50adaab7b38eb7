import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Refetches queries after an event, with a request that starts after this call. `invalidateQueries` would wait for a
 * request already under way and treat its older answer as new; here the request is repeated, and callers waiting for
 * the first get the second. Failures stay with the queries. Optimistic values of a mutation must be kept outside the
 * cache (see `use-send.ts`) or be refetched when it settles.
 */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const asked = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const again = asked.map((query) => {
    void query.cancel({ silent: true });
    return query.fetch().catch(() => undefined);
  });
  // Requests that have just started are joined, visible queries are refetched, the others when they are shown.
  await Promise.all([...again, client.invalidateQueries(filters, { cancelRefetch: false })]);
}
