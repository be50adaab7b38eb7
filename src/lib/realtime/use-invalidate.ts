import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '@/lib/api/read-anew';
import { useThrottledCallback } from '@/lib/hooks/use-throttled-callback';
import { follow } from './followed.ts';

/**
 * For what `useTopic` keeps live: gives a function that reads all queries below the key anew, a burst of calls once. When the
 * component leaves nobody listens for them any more: however young, they are read again when they are next shown. While the topic
 * is listened to, the cache leaves them to it; `listening` is false where there is none to listen to.
 */
export function useInvalidate(queryKey: QueryKey, ms?: number, listening = true): () => void {
  const client = useQueryClient();
  const hash = hashKey(queryKey);
  useEffect(() => {
    const left: QueryKey = JSON.parse(hash);
    return () => void client.invalidateQueries({ queryKey: left, refetchType: 'none' });
  }, [client, hash]);
  useEffect(() => (listening ? follow(JSON.parse(hash)) : undefined), [hash, listening]);
  return useThrottledCallback(() => readAnew(client, { queryKey }), ms);
}
