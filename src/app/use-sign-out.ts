import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { pushOwner } from '@/lib/offline/push-owner';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';

/** Signs out and goes to /login. */
export function useSignOut(): { pending: boolean; signOut: () => void } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function leave() {
    setPending(true);
    try {
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
