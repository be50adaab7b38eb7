import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { onLineBack } from '@/lib/routing/chunks';
import { QueryFailed } from './LoadFailed.tsx';

type Query = Parameters<typeof QueryFailed>[0]['query'];

/**
 * In the place of all that a page reads in several questions and has nothing of: said once, and tried again together, by itself when the
 * line is back. That one is offline, the frame of the page says.
 */
export function PageFailed({ queries }: { queries: readonly [Query, ...Query[]] }) {
  const online = useOnline();
  const refetch = () => Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch()));
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLineBack(() => again()), []);
  if (!online) {
    return (
      <p className="card p-8 text-center text-ink-2">
        <Trans>This will open when you're back online.</Trans>
      </p>
    );
  }
  const failed = queries.find(({ error }) => error) ?? queries[0];
  return (
    <QueryFailed query={{ error: failed.error, isFetching: queries.some(({ isFetching }) => isFetching), refetch }} />
  );
}
