import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const liveKeys = new Set<QueryKey>();

/**
 * Lets a topic decide when queries below this key are refetched, including on focus and reconnect. The key is
 * compared by identity. Returns a function that stops this.
 */
export function addLiveKey(queryKey: QueryKey): () => void {
  liveKeys.add(queryKey);
  return () => void liveKeys.delete(queryKey);
}

/** Returns whether the cache should refetch a stale query itself. Live queries would otherwise be read twice. */
export const isLeftToCache = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  ![...liveKeys].some((key) => partialMatchKey(queryKey, key));
