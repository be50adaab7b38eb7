import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo } from '@/features/account/sign-in/return-to';
import { paths } from '@/lib/routing/paths';
import { forgetTexts } from '@/lib/storage/storage';
import { toast } from '@/ui/feedback/toast';

/**
 * Runs what ends the account; then this browser forgets who was here and what they were writing, and shows the home page. Failing,
 * it leaves everything as it is.
 */
export function useLeave(): (act: () => Promise<void>) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async (act) => {
    // A session that turns out to be over while this runs is over because it was wished.
    await sessionStore.whileLeaving(async () => {
      await act();
      // The server knows no session of theirs any more; whatever it says, this browser's is over.
      await signOut().catch(() => undefined);
    });
    clearReturnTo();
    forgetTexts();
    await navigate(paths.home, { replace: true });
    toast.success(t`Your account was deleted`);
  };
}
