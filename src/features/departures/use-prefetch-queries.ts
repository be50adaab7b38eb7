import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What was read so lately is not read again, unless the server said that it has changed. */
const RECENT_MS = 5 * 60_000;
const MAX_LISTS = 6;

/**
 * Reads lists that nobody has opened yet, one after the other, while there is a signal: on the way there may be none, and the page is
 * often closed after a glance (docs/decisions/0061). `lists` is read again when it is another array.
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
