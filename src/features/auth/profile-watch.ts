import { QueryObserver } from '@tanstack/react-query';
import { type Profile, profileQuery } from '@/features/profile/queries';
import { queryClient } from '@/lib/query-client';
import { authClient } from '@/lib/session-source';

export interface ProfileView {
  profile: Profile | null;
  pending: boolean;
  error: Error | null;
  retry: () => void;
}

/** Nobody by this session's name: the account was deleted, on another device. Then the session is over here too. */
async function leaveIfGone(): Promise<void> {
  const service = await authClient();
  const { error } = await service.getUser();
  if (error && [401, 403, 404].includes(error.status ?? 0)) await service.signOut({ scope: 'local' });
}

/**
 * Keeps telling what is known of a person's profile. It stands in the same cache as everything else, so an edit that
 * invalidates it is seen at once; a guest's browser never loads this.
 */
export function watchProfile(userId: string, tell: (view: ProfileView) => void): () => void {
  const observer = new QueryObserver(queryClient, profileQuery(userId));
  return observer.subscribe((result) => {
    tell({
      profile: result.data ?? null,
      pending: result.isPending,
      error: result.error,
      retry: () => void result.refetch(),
    });
    // Not reached: the next look at the profile asks again.
    if (result.isSuccess && !result.data && !result.isFetching) leaveIfGone().catch(() => undefined);
  });
}
