import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { onReached } from '@/lib/offline/on-reached';
import { isUnreached } from './errors.ts';

/** Returns whether the query is visible and has no data. */
const isEmpty = (query: Query) => query.isActive() && query.state.data === undefined;
const isFailed = (query: Query) => isEmpty(query) && isUnreached(query.state.error);

/**
 * Refetches visible queries that failed without a connection as soon as there is one. The cache would need the
 * browser to report offline and online, and it skips queries that a topic keeps live. Returns a function that stops
 * it.
 */
export function retryUnreached(client: QueryClient): () => void {
  // The library assumes that a page opened offline is online, so it would miss the change.
  onlineManager.setOnline(navigator.onLine);
  const cache = client.getQueryCache();
  let stop: (() => void) | null = null;
  const retry = () => void client.refetchQueries({ predicate: isFailed });
  const look = () => {
    const all = cache.getAll();
    if (!stop && all.some(isFailed)) stop = onReached(retry);
    // A query that is being refetched counts as loading rather than failed.
    else if (
      stop &&
      !all.some((query) => isFailed(query) || (isEmpty(query) && query.state.fetchStatus === 'fetching'))
    ) {
      stop();
      stop = null;
    }
  };
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerRemoved' || type === 'removed') look();
  });
  return () => {
    unsubscribe();
    stop?.();
  };
}
