import { QueryClient } from '@tanstack/react-query';
import { isLeftToCache } from '@/lib/realtime/live-keys';
import { readSnapshot, setBuiltAt } from '@/lib/routing/snapshot';
import { isTimeout, isTransient } from './errors.ts';

/** Responses stay fresh for half a minute. Only temporary failures are retried, after a short time. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // While offline, we show an error with "Try again" instead of an endless spinner.
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

/** How long the data in the built HTML is good enough while no one uses the page. */
const REFRESH_MS = 10_000;
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'scroll'] as const;

/** Refetches the data of the built HTML at once, where outdated data is a safety risk. */
export let refreshSnapshot = (): void => undefined;

/**
 * Fills the cache with the data of the built HTML. The data is stale, so it is refetched when someone uses the page
 * or soon after. Until then the page needs no Supabase client.
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
