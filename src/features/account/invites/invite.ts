import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { profileKeys } from '@/features/account/profile/queries';
import type { Role } from '@/features/account/profile/roles';
import { lookUpInvite, redeemInvite } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { queryClient } from '@/lib/api/query-client';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { i18n } from '@/lib/i18n/i18n';
import { toast } from '@/ui/feedback/toast';
import { forgetInvite, storedInvite } from './stored-invite.ts';

/** Returns the state of an invitation, for the holder of its code. */
export const inviteQuery = (code: string) =>
  queryOptions({ queryKey: ['invite', code], queryFn: () => lookUpInvite(code), staleTime: 60_000 });

/** The invitation's roles that the person holds now. Empty if they were removed since. */
export interface Accepted {
  granted: Role[];
}

let claiming: Promise<Accepted | null> | null = null;

/**
 * Accepts the stored invitation for the signed-in person. Returns null if none is stored. Concurrent calls share
 * one request. Rejects with the reason. A final refusal deletes the stored code, while a wrong account or a failed
 * request can be retried.
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
  let accepted: Accepted;
  try {
    accepted = await redeemInvite(code);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'invite_other_account' && /^invite_/.test(error.code))
      forgetInvite();
    throw error;
  }
  forgetInvite();
  // The next page requires the new role, which a request in progress may not have seen.
  await refreshQueries(queryClient, { queryKey: profileKeys.all });
  if (accepted.granted.length === 0) {
    throw new AppError(
      'invite_ended',
      i18n._(msg`You already accepted this invitation, and that role has since ended.`),
    );
  }
  toast.success(i18n._(msg`You accepted the invitation. Your new pages are in the menu.`), 5000);
  return accepted;
}
