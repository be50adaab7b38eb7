import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { useThrottledCallback } from '@/lib/hooks/use-throttled-callback';
import { addLiveKey, isLeftToCache } from './live-keys.ts';
import { isTopicOpen, subscribeToTopic } from './realtime.ts';

/** The events of each private topic, as in `{ 'user:<id>': ['booking'] }`. */
export type Topics = Readonly<Record<string, readonly string[]>>;

/**
 * The `waitMs` of work pages. A burst of bookings is read once, because signals are weak where these pages are
 * used.
 */
export const LIVE_WAIT_MS = 400;

/**
 * Keeps all queries below a key live while mounted. Refetches at each event, rejoin, focus and reconnect, and once
 * per burst after `waitMs`. The cache leaves these queries to the topics. After unmounting they are stale, however
 * young, and are refetched when shown next. Without topics (`{}`) it does nothing.
 */
export function useLiveQuery(topics: Topics, queryKey: QueryKey, waitMs?: number): void {
  const client = useQueryClient();
  const refresh = useThrottledCallback(() => refreshQueries(client, { queryKey }), waitMs);
  const keyHash = hashKey(queryKey);
  const topicsHash = JSON.stringify(topics);

  useEffect(() => {
    const left: QueryKey = JSON.parse(keyHash);
    return () => void client.invalidateQueries({ queryKey: left, refetchType: 'none' });
  }, [client, keyHash]);

  useEffect(() => {
    const heard = Object.entries<readonly string[]>(JSON.parse(topicsHash));
    if (heard.length === 0) return undefined;
    // What was read before, by a part that didn't listen, may have missed changes. A topic that has yet to be joined
    // reports them then, and a request that is running reads them.
    if (heard.some(([topic]) => isTopicOpen(topic)))
      void client.invalidateQueries({
        queryKey: JSON.parse(keyHash),
        predicate: (query) => query.state.fetchStatus === 'idle' && isLeftToCache(query),
      });
    const stops = [
      addLiveKey(JSON.parse(keyHash)),
      ...heard.map(([topic, events]) => subscribeToTopic(topic, { events, onChange: refresh })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, keyHash, topicsHash, refresh]);
}
