import { useEffect, useEffectEvent } from 'react';
import { onLineBack } from '@/lib/routing/chunks';
import { QueryFailed } from './LoadFailed.tsx';

type Query = Parameters<typeof QueryFailed>[0]['query'];

/**
 * Shows one failure for several queries without data. Retries them together, and automatically when the connection is
 * back.
 */
export function PageFailed({ queries }: { queries: readonly [Query, ...Query[]] }) {
  const refetch = () => Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch()));
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLineBack(() => again()), []);
  const failed = queries.find(({ error }) => error) ?? queries[0];
  return (
    <QueryFailed query={{ error: failed.error, isFetching: queries.some(({ isFetching }) => isFetching), refetch }} />
  );
}
