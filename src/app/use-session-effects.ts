import { useEffect, useRef } from 'react';
import { claimReferral, storeReferral, useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { queryClient } from '@/lib/api/query-client';
import { persistedFor } from '@/lib/offline/owner';
import { pushOwner } from '@/lib/offline/push-owner';
import { useProfileLanguage } from './language.ts';

/** Reacts to changes of the session. It clears data loaded for someone else, and binds a referral to the account. */
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

  // Deletes persisted work data once the person who loaded it is no longer signed in.
  useEffect(() => {
    const owner = persistedFor();
    // Compares the stored status, because during hydration everyone counts as a guest.
    const gone = owner !== null && owner !== userId && sessionStore.get().status === status && status !== 'loading';
    if (gone) void import('@/lib/offline/persist-queries').then(({ clearPersistedQueries }) => clearPersistedQueries());
  }, [status, userId]);

  // Only the signed-in person receives push notifications on this phone.
  useEffect(() => {
    if (!userId || !pushOwner()) return;
    void import('@/features/account/push/push').then(({ renewPush }) => renewPush(userId)).catch(() => undefined);
  }, [userId]);

  // Runs when someone follows a partner's link, and at every sign-in.
  useEffect(() => {
    void (async () => {
      if (ref) await storeReferral(ref);
      if (userId) await claimReferral();
    })();
  }, [ref, userId]);
}
