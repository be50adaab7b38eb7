import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';

export { ROLES, type Role } from './roles';

export const profileKeys = {
  all: ['profile'] as const,
  one: (id: string) => [...profileKeys.all, id] as const,
  activity: (id: string) => [...profileKeys.all, id, 'activity'] as const,
  guideNumber: (id: string) => [...profileKeys.all, id, 'guide-number'] as const,
  requests: (id: string) => [...profileKeys.all, id, 'requests'] as const,
  territories: () => [...profileKeys.all, 'territories'] as const,
  workTerritories: (id: string) => [...profileKeys.all, id, 'work-territories'] as const,
};

const COLUMNS = 'id, email, full_name, avatar_url, roles, country, bio, language, territory_id, hotel_name';

async function getProfile(id: string, signal: AbortSignal) {
  return run(
    (db) => db.from('profiles').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
    msg`Failed to load user`,
  );
}

export type Profile = NonNullable<Awaited<ReturnType<typeof getProfile>>>;

/**
 * Returns the user's own profile with current roles. It is refetched on focus, because a role may have been
 * removed.
 */
export function profileQuery(id: string) {
  return queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: ({ signal }) => getProfile(id, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    ...persisted(),
  });
}
