import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Data read more recently than this isn't refetched, unless an event reported a change. */
const RECENT_MS = 5 * 60_000;
const MAX_LISTS = 6;

/**
 * Prefetches lists that weren't opened, one by one while online, because there may be no signal later and the page
 * is often closed soon (docs/decisions/0061). A new `lists` array starts again.
 */
export function usePrefetchQueries<T, K extends QueryKey>(lists: readonly FetchQueryOptions<T, Error, T, K>[]): void {
  const client = useQueryClient();
  useEffect(() => {
    let over = false;
    void (async () => {
      for (const list of lists.slice(0, MAX_LISTS)) {
        if (over || !navigator.onLine) return;
        await client.prefetchQuery({ ...list, staleTime: RECENT_MS });
      }
    })();
    return () => {
      over = true;
    };
  }, [client, lists]);
}
