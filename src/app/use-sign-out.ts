import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { persistedFor } from '@/lib/offline/owner';
import { pushOwner } from '@/lib/offline/push-owner';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';

const WARNED_MS = 10_000;

/** What this person did at a dock without a signal and could not be sent yet, after one more try. */
async function countUnsent(): Promise<number> {
  const userId = persistedFor();
  if (!userId) return 0;
  const [{ waitingOf }, { sendReports }] = await Promise.all([
    import('@/features/booking/check-in/offline/queue'),
    import('@/features/booking/check-in/offline/send'),
  ]);
  if ((await waitingOf(userId)).length === 0) return 0;
  await sendReports(userId).catch(() => undefined);
  return (await waitingOf(userId)).length;
}

/** Signs out and goes to /login. */
export function useSignOut(): { pending: boolean; signOut: () => void } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const warned = useRef(false);

  async function leave() {
    setPending(true);
    try {
      // A browser that keeps nothing has nothing unsent.
      const unsent = warned.current ? 0 : await countUnsent().catch(() => 0);
      if (unsent > 0) {
        warned.current = true;
        const text = plural(unsent, { one: '# check-in is not sent yet.', other: '# check-ins are not sent yet.' });
        toast.error(`${text} ${t`They stay on this phone for you. Press again to sign out all the same.`}`, WARNED_MS);
        return;
      }
      const { signOut } = await import('@/features/account/queries');
      if (pushOwner()) await (await import('@/features/account/push/push')).leavePush();
      await sessionStore.whileLeaving(signOut);
      clearReturnTo();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setPending(false);
    }
  }
  return { pending, signOut: () => void (pending || leave()) };
}
