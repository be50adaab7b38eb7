import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { paths } from '@/lib/routing/paths';
import { forgetTexts } from '@/lib/storage/storage';
import { toast } from '@/ui/feedback/toast';

/**
 * Ends the account; this browser then deletes its session and drafts, and shows the home page. On failure nothing
 * changes.
 */
export function useLeave(): (act: () => Promise<void>) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async (act) => {
    // A session that ends during the deletion ended on purpose.
    await sessionStore.whileLeaving(async () => {
      await act();
      // The server has no session any more; whatever it answers, this browser's ends too.
      await signOut().catch(() => undefined);
    });
    clearReturnTo();
    forgetTexts();
    await navigate(paths.home, { replace: true });
    toast.success(t`We've deleted your account`);
  };
}
