import { QueryClient } from '@tanstack/react-query';
import { isLeftToCache } from '@/lib/realtime/live-keys';
import { readSnapshot, setBuiltAt } from '@/lib/routing/snapshot';
import { isTimeout, isTransient } from './errors.ts';

/** Answers are trusted for half a minute; only failures that may pass are tried again, and then soon. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // An offline person gets an error with "Try again", not a spinner without end.
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

/** How long the HTML's own data is good enough while nobody touches the page. */
const REFRESH_MS = 10_000;
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'scroll'] as const;

/** Asks again for what the page's HTML knew, now: where what is old may put somebody at risk. */
export let refreshSnapshot = (): void => undefined;

/**
 * What the page's HTML knew when it was built is shown at once. It is old, so it is asked for again at the first sign of a person or
 * soon after; until then the page needs no Supabase client.
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

/** The one cache of the app. */
export const queryClient = seed(createQueryClient());
