import { useEffect, useRef } from 'react';
import { claimReferral, keepReferral, useReferral } from '@/features/auth/referral';
import { useSession } from '@/features/auth/session';
import { sessionStore } from '@/features/auth/session-store';
import { keptFor } from '@/lib/kept/owner';

/** What follows from who is here: nobody sees what was loaded for someone else, and a referral finds its account. */
export function SessionEffects() {
  const { status, user } = useSession();
  const userId = user?.id ?? null;
  const before = useRef(userId);
  const ref = useReferral();

  useEffect(() => {
    const left = before.current;
    before.current = userId;
    if (left && left !== userId) void import('@/lib/query-client').then(({ queryClient }) => queryClient.clear());
  }, [userId]);

  // What this phone keeps of a day's work is for the person who read it, and for as long as they are signed in.
  useEffect(() => {
    const owner = keptFor();
    // Not `status`: while a rendered page is taken over, everybody is a guest.
    const gone = owner !== null && owner !== userId && sessionStore.get().status === status && status !== 'loading';
    if (gone) void import('@/lib/kept/day').then(({ forgetDay }) => forgetDay());
  }, [status, userId]);

  // On arrival by a partner's link, and at every sign-in.
  useEffect(() => {
    void (async () => {
      if (ref) await keepReferral(ref);
      if (userId) await claimReferral();
    })();
  }, [ref, userId]);

  return null;
}
