import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { withdrawInvite } from '@/features/management/team/invites/queries';
import { ShareInvite } from '@/features/management/team/invites/ShareInvite';
import { formatDayAt } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { DeleteRow } from './DeleteRow';
import { type DriverInvite, inviteDriver } from './queries';
import { useChange } from './use-change';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
  invites: readonly DriverInvite[];
}

/** Lists invited drivers who haven't answered yet. */
export function DriverInvites({ userId, territoryId, status, invites }: Props) {
  const { t } = useLingui();
  const territory = useQuery(territoryCurrencyQuery(territoryId)).data;
  const [leaving, setLeaving] = useState<DriverInvite | null>(null);
  const { change, busy } = useChange(userId, status);
  const sendAgain = ({ id, full_name, email }: DriverInvite) =>
    change({
      id,
      run: () => inviteDriver(territoryId, full_name, email),
      done: t`Driver invitation sent successfully`,
    });
  return (
    <>
      {invites.length > 0 && (
        <section aria-labelledby="driver-invites" className="grid gap-3">
          <h2 id="driver-invites" className="text-lg font-bold">
            <Trans>Invitations</Trans>
          </h2>
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {invites.map((invite) => (
              <InviteCard
                // A resent invitation replaces the row, so the key keeps the button and its focus.
                key={invite.email}
                invite={invite}
                territory={territory}
                busy={busy === invite.id}
                onAgain={() => sendAgain(invite)}
                onWithdraw={() => setLeaving(invite)}
              />
            ))}
          </ul>
        </section>
      )}
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Withdraw invitation</Trans>}
        question={<Trans>The link sent to {leaving?.email} will stop working.</Trans>}
        confirm={<Trans>Withdraw</Trans>}
        name={leaving && (leaving.full_name || leaving.email)}
        onClose={() => setLeaving(null)}
        remove={async () => {
          if (leaving) await withdrawInvite(leaving.id);
        }}
        done={t`Invitation withdrawn`}
      />
    </>
  );
}

interface CardProps {
  invite: DriverInvite;
  territory: { name: string; time_zone: string } | undefined;
  busy: boolean;
  onAgain: () => void;
  onWithdraw: () => void;
}

function InviteCard({ invite, territory, busy, onAgain, onWithdraw }: CardProps) {
  const { t } = useLingui();
  const { full_name: name, email } = invite;
  const until = formatDayAt(invite.expires_at, territory?.time_zone);
  return (
    <li className="card flex flex-wrap items-center gap-4 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold [overflow-wrap:anywhere]">{name || email}</p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{email}</p>
        <p className="text-sm text-ink-2">
          <Trans>Valid until {until}</Trans>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="line">
          <Mail aria-hidden="true" />
          <Trans>Invited</Trans>
        </Badge>
        <ShareInvite email={email} invitedAs="shuttle_driver" region={territory?.name} />
        <Button size="sm" busy={busy} aria-label={t`Send again: ${email}`} onClick={onAgain}>
          <Trans>Send again</Trans>
        </Button>
        <Button size="sm" variant="ghost" aria-label={t`Withdraw: ${email}`} onClick={onWithdraw}>
          <Trans>Withdraw</Trans>
        </Button>
      </div>
    </li>
  );
}
