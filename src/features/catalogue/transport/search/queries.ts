import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { unreachedError } from '@/lib/api/errors';
import type { Ask } from './ask';

/** What asks, and reads the answer, comes with the first search. */
const load = () =>
  import('./search-transport').catch((error: unknown) => {
    throw unreachedError(error, msg`Failed to load transport services`);
  });

/** The journeys of a day with the seats that are left, and which of the days around it have some. One request. */
export const searchQuery = (ask: Ask) =>
  queryOptions({
    queryKey: [...transportKeys.all, 'search', ask] as const,
    queryFn: async ({ signal }) => (await load()).searchTransport(ask, signal),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
