import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { unreachedError } from '@/lib/api/errors';
import type { Ask } from './ask';

/** The code for requests loads with the first search. */
const load = () =>
  import('./search-transport').catch((error: unknown) => {
    throw unreachedError(error, msg`Failed to load transport services`);
  });

/** Returns a day's journeys with the seats left, and which dates around it have some, in one request. */
export const searchQuery = (ask: Ask) =>
  queryOptions({
    queryKey: [...transportKeys.all, 'search', ask] as const,
    queryFn: async ({ signal }) => (await load()).searchTransport(ask, signal),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
