import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '@/features/account/profile/queries';
import { usePages } from '@/lib/api/use-pages';
import { usePending } from '@/lib/api/use-pending';
import { formatDayAt } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { teamKeys } from '../queries';
import { invitesQuery, type OpenInvite, sendInvite, withdrawInvite } from './queries';
import { ShareInvite } from './ShareInvite';

interface Props {
  memberRole: Role;
  territoryId: string;
  status: Pick<StatusControls, 'success' | 'failure'>;
}

const RESENDING = ['team', 'resend'];

/** Lists invited people who haven't answered yet. Shows nothing if there are none. */
export function PendingInvites({ memberRole: role, territoryId, status }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const list = usePages(invitesQuery(territoryId, role));
  const [leaving, setLeaving] = useState<OpenInvite | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: teamKeys.invites(territoryId, role) });
  const { resend, resending } = useResend({ memberRole: role, territoryId, status }, refresh);
  if (list.error && !list.rows) return <InvitesFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.rows || list.rows.length === 0) return null;
  return (
    <div className="border-y border-line p-4 sm:px-5">
      <h3 className="font-bold">
        <Trans>Pending invitations</Trans>
      </h3>
      <ul className="mt-1 divide-y divide-line" aria-label={t`Pending invitations`}>
        {list.rows.map((invite) => (
          <Invite
            // A resent invitation replaces the row, so the key keeps the button and its focus.
            key={invite.email}
            invite={invite}
            memberRole={role}
            sending={resending.some(({ id }) => id === invite.id)}
            onResend={() => resend(invite)}
            onWithdraw={() => setLeaving(invite)}
          />
        ))}
      </ul>
      <div className="mt-3 grid gap-3 empty:hidden">
        <MorePages pages={list} />
      </div>
      {leaving && (
        <WithdrawDialog
          email={leaving.email}
          onCancel={() => setLeaving(null)}
          onConfirm={async () => {
            // Refetched even after a failure, because the invitation may have been accepted.
            await withdrawInvite(leaving.id).finally(refresh);
            setLeaving(null);
            status.success(t`Invitation withdrawn`);
          }}
        />
      )}
    </div>
  );
}

/** Sends an invitation again without changes. `resending` are the ones in progress. */
function useResend({ memberRole: role, territoryId, status }: Props, refresh: () => Promise<void>) {
  const { t } = useLingui();
  const mutation = useMutation({
    mutationKey: RESENDING,
    mutationFn: ({ email, full_name, business_name }: OpenInvite) =>
      sendInvite(
        {
          role,
          territoryId,
          email,
          fullName: full_name,
          businessName: business_name,
        },
        msg`Failed to send the invitation. Please try again.`,
      ),
    onSuccess: (_, { email }) => status.success(t`Invitation sent again to ${email}`),
    onError: (failure) => status.failure(failure),
    onSettled: refresh,
  });
  return { resend: mutation.mutate, resending: usePending<OpenInvite>(RESENDING) };
}

function InvitesFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <RetryAlert onRetry={onRetry}>{error.message}</RetryAlert>;
}

interface WithdrawProps {
  email: string;
  onCancel: () => void;
  onConfirm: () => Promise<void>;
}

function WithdrawDialog({ email, ...dialog }: WithdrawProps) {
  return (
    <ConfirmDialog
      open
      {...dialog}
      title={<Trans>Withdraw invitation</Trans>}
      description={<Trans>The link we sent to {email} will stop working.</Trans>}
      confirm={<Trans>Withdraw invitation</Trans>}
    />
  );
}

interface InviteProps extends Pick<Props, 'memberRole'> {
  invite: OpenInvite;
  sending: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}

function Invite({ invite, memberRole, sending, onResend, onWithdraw }: InviteProps) {
  const { t } = useLingui();
  const { email } = invite;
  const until = formatDayAt(invite.expires_at, invite.territory?.time_zone);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">{invite.business_name || invite.full_name || email}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{email}</p>
      </div>
      <span className="text-sm text-ink-2">
        <Trans>Valid until {until}</Trans>
      </span>
      <div className="flex flex-wrap gap-2">
        <ShareInvite email={email} invitedAs={memberRole} region={invite.territory?.name} />
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden="true" />}
          busy={sending}
          aria-label={t`Send again: invitation to ${email}`}
          onClick={onResend}
        >
          <Trans>Send again</Trans>
        </Button>
        <Button
          size="sm"
          icon={<X aria-hidden="true" />}
          aria-label={t`Withdraw invitation: ${email}`}
          onClick={onWithdraw}
        >
          <Trans>Withdraw invitation</Trans>
        </Button>
      </div>
    </li>
  );
}
