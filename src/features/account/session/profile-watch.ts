import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { type Profile, profileQuery } from '@/features/account/profile/queries';
import { authClient } from '@/lib/api/auth';
import { endsSession } from '@/lib/api/auth-answers';
import { AppError } from '@/lib/api/errors';
import { queryClient } from '@/lib/api/query-client';
import { persistedFor } from '@/lib/offline/owner';
import { isWork } from '@/lib/offline/persisted';

export interface ProfileView {
  profile: Profile | null;
  pending: boolean;
  error: Error | null;
  retry: () => void;
}

/** Ends the session if its account no longer exists because it was deleted on another device. */
async function leaveIfGone(): Promise<void> {
  const service = await authClient();
  const { error } = await service.getUser();
  if (endsSession(error?.code)) await service.signOut({ scope: 'local' });
}

/** How long to wait for the server before using data stored in this browser. */
const TIMEOUT_MS = 2500;

/** Restores the person's stored data (docs/decisions/0061). A response from the server takes precedence. */
export async function restoreProfile(userId: string): Promise<void> {
  if (persistedFor() !== userId) return;
  const answer = queryClient.prefetchQuery(profileQuery(userId));
  if (navigator.onLine) await Promise.race([answer, new Promise((done) => setTimeout(done, TIMEOUT_MS))]);
  await offlineStore()
    .then(({ restoreQueries }) => restoreQueries(queryClient, userId))
    .catch(() => undefined);
}

const offlineStore = () => import('@/lib/offline/persist-queries');

const isRefusal = ({ status, code }: AppError): boolean =>
  status === 401 || status === 403 || (status === 404 && code !== 'not_found');

/** Deletes stored work data when its role ends, or when the server refuses to read it. */
function watchWork(userId: string, onRefusal: () => void) {
  let checked: string | null = null;
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isWork(event.query.meta)) return;
    const { query, action } = event;
    const { error } = action;
    if (!(error instanceof AppError) || !isRefusal(error)) return;
    void offlineStore().then(({ dropRefused }) => dropRefused(queryClient, userId, query, error));
    onRefusal();
  });
  const roles = (now: Profile['roles']) => {
    if (checked === now.join()) return;
    checked = now.join();
    if (persistedFor() === userId) void offlineStore().then(({ dropLists }) => dropLists(queryClient, now));
  };
  return { roles, stop };
}

/**
 * Reports the person's profile now and at each change. It uses the shared cache, so edits are visible at once. A
 * visitor's browser never loads this module.
 */
export function watchProfile(userId: string, tell: (view: ProfileView) => void): () => void {
  const observer = new QueryObserver(queryClient, profileQuery(userId));
  const work = watchWork(userId, () => void observer.refetch());
  const report = (result: QueryObserverResult<Profile | null>) => {
    tell({
      profile: result.data ?? null,
      pending: result.isPending,
      error: result.error,
      retry: () => void result.refetch(),
    });
    if (result.data) work.roles(result.data.roles);
    // The profile is checked again when it is next read while online.
    if (result.isSuccess && !result.data && !result.isFetching) leaveIfGone().catch(() => undefined);
  };
  const stop = observer.subscribe(report);
  // From now on, earlier or stored data is ignored.
  report(observer.getCurrentResult());
  return () => {
    work.stop();
    stop();
  };
}
