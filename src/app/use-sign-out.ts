import { plural, t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { persistedFor } from '@/lib/offline/owner';
import { mayKeepSeats } from '@/lib/offline/phone';
import { pushOwner } from '@/lib/offline/push-owner';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';

const WARNED_MS = 10_000;

/** Tries again to send offline actions. Returns how many remain unsent. */
async function countUnsent(): Promise<number> {
  const userId = persistedFor();
  if (!userId) return 0;
  const [{ waitingOf }, { sendQueue }] = await Promise.all([
    import('@/features/dock/offline/queue'),
    import('@/features/dock/offline/send'),
  ]);
  if ((await waitingOf(userId)).length === 0) return 0;
  await sendQueue(userId);
  return (await waitingOf(userId)).length;
}

/** Releases the seats reserved on this phone, unless a sale from them is still unsent. Unreleased seats expire. */
async function giveSeatsBack(): Promise<void> {
  const userId = persistedFor();
  if (!userId || !mayKeepSeats()) return;
  const [{ salesIn, waitingOf }, { giveBack }] = await Promise.all([
    import('@/features/dock/offline/queue'),
    import('@/features/dock/sale/reserves'),
  ]);
  if (salesIn(await waitingOf(userId)).length === 0) await giveBack();
}

/** Returns a function that signs out and opens the login, and whether it is running. */
export function useSignOut(): { pending: boolean; signOut: () => void } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const warned = useRef(false);

  async function leave() {
    setPending(true);
    try {
      // Offline actions are kept in storage, so a browser without storage has none.
      const unsent = warned.current ? 0 : await countUnsent().catch(() => 0);
      if (unsent > 0) {
        warned.current = true;
        const text = plural(unsent, {
          one: "# check-in or sale hasn't been sent yet.",
          other: "# check-ins or sales haven't been sent yet.",
        });
        toast.error(`${text} ${t`They're saved on this phone. Tap again to sign out anyway.`}`, WARNED_MS);
        return;
      }
      await giveSeatsBack().catch(() => undefined);
      const { signOut } = await import('@/features/account/queries');
      if (pushOwner()) await (await import('@/features/account/push/push')).leavePush();
      await sessionStore.whileLeaving(signOut);
      clearReturnTo();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      toast.failure(error);
    } finally {
      setPending(false);
    }
  }
  return { pending, signOut: () => void (pending || leave()) };
}
