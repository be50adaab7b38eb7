import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IdCard, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePages } from '@/lib/api/use-pages';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import { Pending } from '@/ui/feedback/Pending';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { Avatar } from '@/ui/media/Avatar';
import { AddLink } from './AddLink';
import { DeleteRow } from './DeleteRow';
import { DriverForm } from './DriverForm';
import {
  type Driver,
  type DriverInvite,
  deleteDriver,
  driversQuery,
  inviteDriver,
  invitesQuery,
  setDriverActive,
  withdrawInvite,
} from './queries';
import { RowActions } from './RowActions';
import { useChange } from './use-change';
import { useOpenForm } from './use-open-form';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** The drivers of the territory, and those who have been invited. */
export default function Drivers({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const drivers = usePages(driversQuery(userId, territoryId));
  const invites = useQuery(invitesQuery(userId, territoryId));
  if (drivers.data && invites.data) {
    const props = { userId, territoryId, status };
    const people = drivers.data.pages.flatMap(({ rows }) => rows);
    return <People {...props} drivers={people} more={<MorePages pages={drivers} />} invites={invites.data} />;
  }
  const failed = drivers.error ? drivers : invites;
  return (
    <Pending query={failed} label={t`Loading drivers`}>
      <Skeleton className="h-24 rounded-lg!" />
      <Skeleton className="h-24 rounded-lg!" />
    </Pending>
  );
}

interface PeopleProps extends Props {
  drivers: readonly Driver[];
  /** To the next page of drivers. */
  more: ReactNode;
  invites: readonly DriverInvite[];
}

function People({ userId, territoryId, status, drivers, more, invites }: PeopleProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Driver | null>(null);
  const [leaving, setLeaving] = useState<DriverInvite | null>(null);
  const { change, busy } = useChange(userId, status);
  const toggle = ({ id, active }: Driver) =>
    change({
      id,
      run: () => setDriverActive(id, !active),
      done: active ? t`Driver deactivated successfully` : t`Driver activated successfully`,
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Add userId={userId} territoryId={territoryId} status={status} none={drivers.length === 0} />
      {drivers.length > 0 && (
        <ul aria-label={t`Drivers`} className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
          {drivers.map((driver) => (
            <DriverCard
              key={driver.id}
              driver={driver}
              busy={busy === driver.id}
              onToggle={() => toggle(driver)}
              onDelete={() => setAsked(driver)}
            />
          ))}
        </ul>
      )}
      {more}
      <Invites
        invites={invites}
        busy={busy}
        onAgain={({ id, full_name, email }) =>
          change({
            id,
            run: () => inviteDriver(territoryId, full_name, email),
            done: t`Driver invitation sent successfully`,
          })
        }
        onWithdraw={setLeaving}
      />
      <Questions
        userId={userId}
        status={status}
        driver={asked}
        invite={leaving}
        onClose={() => {
          setAsked(null);
          setLeaving(null);
        }}
      />
    </div>
  );
}

interface QuestionsProps extends Pick<Props, 'userId' | 'status'> {
  driver: Driver | null;
  invite: DriverInvite | null;
  onClose: () => void;
}

/** Asked before a driver is deleted or an invitation withdrawn. */
function Questions({ userId, status, driver, invite, onClose }: QuestionsProps) {
  const { t } = useLingui();
  return (
    <>
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Delete Driver</Trans>}
        question={<Trans>Are you sure you want to delete this driver? This action cannot be undone.</Trans>}
        name={driver ? driver.full_name : null}
        onClose={onClose}
        remove={async () => {
          if (driver) await deleteDriver(driver.id);
        }}
        done={t`Driver deleted successfully`}
      />
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Withdraw invitation</Trans>}
        question={<Trans>The link that was sent to {invite?.email} stops working.</Trans>}
        confirm={<Trans>Withdraw</Trans>}
        name={invite && (invite.full_name || invite.email)}
        onClose={onClose}
        remove={async () => {
          if (invite) await withdrawInvite(invite.id);
        }}
        done={t`Invitation withdrawn`}
      />
    </>
  );
}

/** The button, or the form that it opens; and that there is nobody yet. */
function Add({ userId, territoryId, status, none }: Props & { none: boolean }) {
  const { form, close } = useOpenForm('drivers');
  if (form) {
    return (
      <DriverForm
        userId={userId}
        territoryId={territoryId}
        onDone={(text) => {
          close();
          if (text) status.success(text);
        }}
      />
    );
  }
  return (
    <>
      <AddLink tab="drivers">
        <Trans>Add Driver</Trans>
      </AddLink>
      {none && <EmptyState icon={<IdCard aria-hidden="true" />} title={<Trans>No drivers yet</Trans>} />}
    </>
  );
}

interface CardProps {
  driver: Driver;
  busy: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

function DriverCard({ driver, ...actions }: CardProps) {
  const { full_name: name, email, services } = driver;
  const list = services.join(', ');
  return (
    <li className="card flex flex-wrap items-center gap-4 p-4">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Avatar name={name} src={null} size={44} />
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{name}</h2>
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{email}</p>
          {services.length > 0 && (
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              <Trans>Assigned to {list}</Trans>
            </p>
          )}
        </div>
      </div>
      <RowActions name={name} active={driver.active} {...actions} />
    </li>
  );
}

interface InvitesProps {
  invites: readonly DriverInvite[];
  busy: string | null;
  onAgain: (invite: DriverInvite) => void;
  onWithdraw: (invite: DriverInvite) => void;
}

/** Who has been written to and has not come yet. */
function Invites({ invites, busy, onAgain, onWithdraw }: InvitesProps) {
  const { t } = useLingui();
  if (invites.length === 0) return null;
  return (
    <section aria-labelledby="driver-invites" className="grid gap-3">
      <h2 id="driver-invites" className="text-lg font-bold">
        <Trans>Invitations</Trans>
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {invites.map((invite) => {
          const { full_name: name, email } = invite;
          return (
            // Sent again it is another one, in the same place: the focus stays on its button.
            <li key={email} className="card flex flex-wrap items-center gap-4 p-4">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold [overflow-wrap:anywhere]">{name || email}</p>
                <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{email}</p>
              </div>
              <div className="flex flex-wrap items-center gap-2">
                <Badge tone={invite.expired ? 'warn' : 'line'}>
                  <Mail aria-hidden="true" />
                  {invite.expired ? <Trans>Expired</Trans> : <Trans>Invited</Trans>}
                </Badge>
                <Button
                  size="sm"
                  busy={busy === invite.id}
                  aria-label={t`Send again: ${email}`}
                  onClick={() => onAgain(invite)}
                >
                  <Trans>Send again</Trans>
                </Button>
                <Button size="sm" variant="ghost" aria-label={t`Withdraw: ${email}`} onClick={() => onWithdraw(invite)}>
                  <Trans>Withdraw</Trans>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
