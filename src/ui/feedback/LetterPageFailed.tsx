import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { onLineBack } from '@/lib/routing/chunks';
import { ErrorState } from './states.tsx';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** What opens when the signal is back, and that nothing happens meanwhile. */
  offline: ReactNode;
}

/** In the place of what the link of a letter leads to, when it could not be read. It tries again by itself when the line is back. */
export function LetterPageFailed({ query: { error, isFetching, refetch }, offline }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLineBack(() => again()), []);
  return (
    <ErrorState
      key={online ? 'failed' : 'offline'}
      heading="h1"
      title={online ? error?.message : t`You're offline`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {!online && <span>{offline}</span>}
    </ErrorState>
  );
}
