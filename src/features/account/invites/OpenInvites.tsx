import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { profileKeys } from '@/features/account/profile/queries';
import { roleLabel } from '@/features/account/profile/role-labels';
import { useSession } from '@/features/account/session/session';
import { AppError } from '@/lib/api/errors';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatDayAt } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { toast } from '@/ui/feedback/toast';
import { lazyPart } from '@/ui/loading/lazy-part';
import { WORK } from '../../../../supabase/functions/_shared/link-targets.ts';
import { InvitedAs } from './InvitedAs';
import { acceptInvite, declineInvite, inviteKeys, type MyInvite, myInvitesQuery } from './queries';
import { forgetInvite } from './stored-invite.ts';

/** Few people need its form, and the header of every page contains this list. */
const ProveAccount = lazyPart(() => import('@/features/account/sign-in/ProveAccount'), { ahead: false });

interface Props {
  userId: string;
  /** Wraps the list. Nothing is shown if there are no invitations. */
  children: (list: ReactNode) => ReactNode;
}

/** Returns the person's open invitations, updated live. */
export function useOpenInvites(userId: string) {
  useLiveQuery({ [`user:${userId}`]: ['invite'] }, inviteKeys.mine(userId));
  return useQuery(myInvitesQuery(userId));
}

/** Lists the person's open invitations, which can be accepted or declined with one tap. */
export function OpenInvites({ userId, children }: Props) {
  const { t } = useLingui();
  const query = useOpenInvites(userId);
  if (query.error && !query.data) {
    return children(<RetryAlert onRetry={() => void query.refetch()}>{query.error.message}</RetryAlert>);
  }
  if (!query.data?.length) return null;
  return children(
    <ul className="divide-y divide-line" aria-label={t`Invitations`}>
      {query.data.map((invite) => (
        <Invite key={invite.id} userId={userId} invite={invite} />
      ))}
    </ul>,
  );
}

/**
 * Sends the answer, then refetches what changed. It refetches even after a failure, because the invitation may have
 * ended.
 */
function useAnswers(userId: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onSettled = () => refreshQueries(client, { queryKey: inviteKeys.mine(userId) });
  const accept = useMutation({
    mutationFn: acceptInvite,
    onSuccess: async ([role]) => {
      // The code in this browser is deleted, because it would accept the invitation again.
      forgetInvite();
      // The next page requires the new role.
      await refreshQueries(client, { queryKey: profileKeys.all });
      toast.success(t`You accepted the invitation. Your new pages are in the menu.`, 5000);
      if (role) await navigate(WORK[role]);
    },
    onSettled,
  });
  const decline = useMutation({
    mutationFn: declineInvite,
    onSuccess: () => toast.success(t`You declined the invitation`),
    onSettled,
  });
  return { accept, decline };
}

function Invite({ userId, invite }: { userId: string; invite: MyInvite }) {
  const { t } = useLingui();
  const { accept, decline } = useAnswers(userId);
  const { territoryName } = invite;
  const name = [...invite.roles.map(roleLabel), territoryName].filter(Boolean).join(', ');
  const until = formatDayAt(invite.expiresAt, invite.timeZone);
  const email = useSession().user?.email ?? '';
  // This isn't a failure: the person has to prove that the account is theirs before its first role.
  const unproven = accept.error instanceof AppError && accept.error.code === 'account_unproven';
  const error = unproven ? decline.error : (accept.error ?? decline.error);
  const busy = accept.isPending || decline.isPending;
  const answer = (mutation: typeof accept | typeof decline) => {
    if (busy) return;
    accept.reset();
    decline.reset();
    mutation.mutate(invite.id);
  };
  return (
    <li className="grid gap-2 py-3">
      <div>
        <p className="font-semibold wrap-anywhere">
          <InvitedAs territoryName={territoryName} roles={invite.roles} />
        </p>
        <p className="text-sm text-ink-2">
          <Trans>Valid until {until}</Trans>
        </p>
      </div>
      {error && (
        <p role="alert" className="err">
          {error.message}
        </p>
      )}
      {unproven && <ProveAccount email={email} onProven={() => accept.mutateAsync(invite.id)} />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          aria-label={t`Accept invitation: ${name}`}
          busy={accept.isPending}
          onClick={() => answer(accept)}
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          size="sm"
          aria-label={t`Decline invitation: ${name}`}
          busy={decline.isPending}
          onClick={() => answer(decline)}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}
