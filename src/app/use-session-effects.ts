import { useEffect, useRef } from 'react';
import { claimReferral, storeReferral, useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { queryClient } from '@/lib/api/query-client';
import { persistedFor } from '@/lib/offline/owner';
import { pushOwner } from '@/lib/offline/push-owner';
import { useProfileLanguage } from './language.ts';

/**
 * Reacts to changes of the session, so that no one sees data loaded for someone else and a referral is bound to its
 * account.
 */
export function useSessionEffects(): void {
  useProfileLanguage();
  const { status, user } = useSession();
  const userId = user?.id ?? null;
  const before = useRef(userId);
  const ref = useReferral();

  useEffect(() => {
    const left = before.current;
    before.current = userId;
    if (left && left !== userId) queryClient.clear();
  }, [userId]);

  // Persisted work data belongs to the person who loaded it, while they are signed in.
  useEffect(() => {
    const owner = persistedFor();
    // We can't use `status`, because everyone counts as a guest during hydration.
    const gone = owner !== null && owner !== userId && sessionStore.get().status === status && status !== 'loading';
    if (gone) void import('@/lib/offline/persist-queries').then(({ clearPersistedQueries }) => clearPersistedQueries());
  }, [status, userId]);

  // Push notifications on this phone go to the signed-in person.
  useEffect(() => {
    if (!userId || !pushOwner()) return;
    void import('@/features/account/push/push').then(({ renewPush }) => renewPush(userId)).catch(() => undefined);
  }, [userId]);

  // This runs when someone arrives through a partner's link, and at every sign-in.
  useEffect(() => {
    void (async () => {
      if (ref) await storeReferral(ref);
      if (userId) await claimReferral();
    })();
  }, [ref, userId]);
}
