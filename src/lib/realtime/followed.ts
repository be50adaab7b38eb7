import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const followed = new Set<QueryKey>();

/**
 * From now on a topic says when what lies below this key is to be read anew, also when the page is looked at again and when there is
 * a network again. The key is this very array. Gives a function that ends it.
 */
export function follow(queryKey: QueryKey): () => void {
  followed.add(queryKey);
  return () => void followed.delete(queryKey);
}

/** Whether the cache itself has to ask for a query that has grown old: what is followed would be read twice. */
export const isLeftToCache = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  ![...followed].some((key) => partialMatchKey(queryKey, key));
