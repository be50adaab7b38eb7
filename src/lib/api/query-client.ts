import { QueryClient } from '@tanstack/react-query';
import { isLeftToCache } from '@/lib/realtime/live-keys';
import { readSnapshot, setBuiltAt } from '@/lib/routing/snapshot';
import { isTimeout, isTransient } from './errors.ts';

/** Answers stay fresh for half a minute; only temporary failures are retried, soon. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Offline, show an error with "Try again" instead of an endless spinner.
        networkMode: 'always',
        refetchOnReconnect: isLeftToCache,
        refetchOnWindowFocus: isLeftToCache,
        retry: (count, error) => count < 2 && isTransient(error) && !isTimeout(error),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** How long the data in the built HTML is good enough while the page is not used. */
const REFRESH_MS = 10_000;
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'scroll'] as const;

/** Refetches the data of the built HTML now, where stale data is a safety risk. */
export let refreshSnapshot = (): void => undefined;

/**
 * Shows the data of the built HTML first. It is stale, so it is refetched at the first sign of a person or soon after;
 * until then the page needs no Supabase client.
 */
function seed(client: QueryClient): QueryClient {
  const snapshot = readSnapshot();
  const known = snapshot?.queries ?? [];
  if (!snapshot || known.length === 0) return client;
  for (const [key, data] of known) client.setQueryData(key, data);
  setBuiltAt(snapshot.builtAt, Date.now());
  const done = new AbortController();
  const refresh = () => {
    if (done.signal.aborted) return;
    done.abort();
    clearTimeout(timer);
    for (const [queryKey] of known) void client.invalidateQueries({ queryKey, exact: true });
  };
  refreshSnapshot = refresh;
  const timer = setTimeout(refresh, REFRESH_MS);
  for (const sign of SIGNS) addEventListener(sign, refresh, { passive: true, capture: true, signal: done.signal });
  return client;
}

/** The only cache of the app. */
export const queryClient = seed(createQueryClient());
