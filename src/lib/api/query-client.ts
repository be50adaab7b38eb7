import { QueryClient } from '@tanstack/react-query';
import { isLeftToCache } from '@/lib/realtime/live-keys';
import { readSnapshot } from '@/lib/routing/snapshot';
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

/** What the page's HTML knew when it was built: good to show at once, and old, so that it is asked for again. */
function seed(client: QueryClient): QueryClient {
  for (const [key, data] of readSnapshot()?.queries ?? []) client.setQueryData(key, data, { updatedAt: 0 });
  return client;
}

/** The one cache of the app. */
export const queryClient = seed(createQueryClient());
