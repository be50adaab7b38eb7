import { msg } from '@lingui/core/macro';
import type { Role } from '@/features/account/profile/roles';
import { AppError } from '@/lib/api/errors';
import { i18n } from '@/lib/i18n/i18n';
import { forgetInvite, storedInvite } from './stored-invite.ts';

/** The roles of the invitation that the person holds now: none when they were taken away since it was taken up. */
export interface Accepted {
  granted: Role[];
}

let claiming: Promise<Accepted | null> | null = null;

/**
 * Takes the kept invitation up for whoever is signed in now; null when none is kept. Asked twice at once it goes once.
 * Rejects with the reason. A refusal that will stand is forgotten; the wrong account and a failed request may be mended.
 */
export function claimInvite(): Promise<Accepted | null> {
  claiming ??= claim().finally(() => {
    claiming = null;
  });
  return claiming;
}

async function claim(): Promise<Accepted | null> {
  const code = storedInvite();
  if (!code) return null;
  const [{ redeemInvite }, { profileKeys }, { queryClient }, { refreshQueries }, { toast }] = await Promise.all([
    import('@/features/account/queries'),
    import('@/features/account/profile/queries'),
    import('@/lib/api/query-client'),
    import('@/lib/api/refresh-queries'),
    import('@/ui/feedback/toast'),
  ]);
  let accepted: Accepted;
  try {
    accepted = await redeemInvite(code);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'invite_other_account' && /^invite_/.test(error.code))
      forgetInvite();
    throw error;
  }
  forgetInvite();
  // The page that follows is for holders of the new role. An answer that is still on its way knows nothing of it.
  await refreshQueries(queryClient, { queryKey: profileKeys.all });
  if (accepted.granted.length === 0) {
    throw new AppError('invite_ended', i18n._(msg`You accepted this invitation before, and the role has ended since.`));
  }
  toast.success(i18n._(msg`You accepted the invitation. Your new pages are in the menu.`), 5000);
  return accepted;
}
