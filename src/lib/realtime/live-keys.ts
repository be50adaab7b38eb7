import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const liveKeys = new Set<QueryKey>();

/**
 * From now on a topic says when what lies below this key is read again, also when the page is looked at again and when there is a
 * network again. The key is this very array. Gives a function that ends it.
 */
export function addLiveKey(queryKey: QueryKey): () => void {
  liveKeys.add(queryKey);
  return () => void liveKeys.delete(queryKey);
}

/** Whether the cache itself has to ask for a query that has grown old: what is live would be read twice. */
export const isLeftToCache = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  ![...liveKeys].some((key) => partialMatchKey(queryKey, key));
