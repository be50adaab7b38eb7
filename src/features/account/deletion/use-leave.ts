import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { paths } from '@/lib/routing/paths';
import { forgetTexts } from '@/lib/storage/storage';
import { toast } from '@/ui/feedback/toast';

/**
 * Deletes the account. Then this browser deletes its session and drafts, and shows the home page. Nothing changes
 * if the deletion fails.
 */
export function useLeave(): (act: () => Promise<void>) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async (act) => {
    // A session that ends during the deletion was ended on purpose.
    await sessionStore.whileLeaving(async () => {
      await act();
      await signOut().catch(() => undefined);
    });
    clearReturnTo();
    forgetTexts();
    await navigate(paths.home, { replace: true });
    toast.success(t`Your account was deleted`);
  };
}
