import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { onReached } from '@/lib/offline/on-reached';
import { isUnreached } from './errors.ts';

/** Shown, and with nothing to show. */
const isEmpty = (query: Query) => query.isActive() && query.state.data === undefined;
const isFailed = (query: Query) => isEmpty(query) && isUnreached(query.state.error);

/**
 * What a page could not read for want of a connection is read as soon as there is one. The cache would do so only after the browser has reported
 * that it is offline and online again, and not for what a topic keeps live. Returns what ends it.
 */
export function retryUnreached(client: QueryClient): () => void {
  // The library takes a page that was opened offline for online, and so would not notice that it is.
  onlineManager.setOnline(navigator.onLine);
  const cache = client.getQueryCache();
  let stop: (() => void) | null = null;
  const retry = () => void client.refetchQueries({ predicate: isFailed });
  const look = () => {
    const all = cache.getAll();
    if (!stop && all.some(isFailed)) stop = onReached(retry);
    // While it is asked again it has not failed.
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
