import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const liveKeys = new Set<QueryKey>();

/**
 * From now on a topic decides when queries below this key are refetched, also on focus and reconnect. The key is
 * compared by identity. Returns a function that ends it.
 */
export function addLiveKey(queryKey: QueryKey): () => void {
  liveKeys.add(queryKey);
  return () => void liveKeys.delete(queryKey);
}

/** Whether the cache should refetch a stale query itself: live queries would be read twice. */
export const isLeftToCache = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  ![...liveKeys].some((key) => partialMatchKey(queryKey, key));
