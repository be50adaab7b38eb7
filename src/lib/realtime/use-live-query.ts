import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { useThrottledCallback } from '@/lib/hooks/use-throttled-callback';
import { addLiveKey } from './live-keys.ts';
import { subscribeToTopic } from './realtime.ts';

/** The events to hear on each private topic: `{ 'user:<id>': ['booking'] }`. */
export type Topics = Readonly<Record<string, readonly string[]>>;

/** The `waitMs` of a day's work: a burst of bookings is read once, as the signal is weak where its pages are used. */
export const LIVE_WAIT_MS = 400;

/**
 * Keeps all queries below a key live for as long as the component is there: reads them again at each event, when a topic is joined
 * again, when the page is looked at again and when there is a network again; a burst of events once, after `waitMs`. Meanwhile the cache
 * leaves these queries to the topics. Nobody hears for them when the component has gone: however young, they are read again when they
 * are next shown. Without topics (`{}`) nothing is heard.
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
    const stops = [
      addLiveKey(JSON.parse(keyHash)),
      ...heard.map(([topic, events]) => subscribeToTopic(topic, { events, onChange: refresh })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [keyHash, topicsHash, refresh]);
}
