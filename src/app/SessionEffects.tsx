import { useEffect, useRef } from 'react';
import { claimReferral, keepReferral, useReferral } from '@/features/auth/referral';
import { useSession } from '@/features/auth/session';

/** What follows from who is here: nobody sees what was loaded for someone else, and a referral finds its account. */
export function SessionEffects() {
  const { user } = useSession();
  const userId = user?.id ?? null;
  const before = useRef(userId);
  const ref = useReferral();

  useEffect(() => {
    const left = before.current;
    before.current = userId;
    if (left && left !== userId) void import('@/lib/query-client').then(({ queryClient }) => queryClient.clear());
  }, [userId]);

  // On arrival by a partner's link, and at every sign-in.
  useEffect(() => {
    void (async () => {
      if (ref) await keepReferral(ref);
      if (userId) await claimReferral();
    })();
  }, [ref, userId]);

  return null;
}
