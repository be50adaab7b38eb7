import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { MorePages } from '@/ui/feedback/MorePages';
import { Pending } from '@/ui/feedback/Pending';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { Avatar } from '@/ui/media/Avatar';
import { UpcomingBookings } from '../deletion/UpcomingBookings';
import { DEACTIVATE, useHideQuestion } from '../deletion/use-hide-question';
import { AddLink } from './AddLink';
import { DeleteRow } from './DeleteRow';
import { DriverForm } from './DriverForm';
import { DriverInvites } from './DriverInvites';
import { type Driver, deleteDriver, driversQuery, invitesQuery, setDriverActive } from './queries';
import { RowActions } from './RowActions';
import { mayInviteDrivers } from './rights';
import { useChange } from './use-change';
import { useOpenForm } from './use-open-form';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** Lists the territory's drivers and the invited ones. */
export default function Drivers(props: Props) {
  const { userId, territoryId } = props;
  const { t } = useLingui();
  const { hasRole } = useSession();
  const drivers = usePages(driversQuery(userId, territoryId));
  const invites = useQuery(invitesQuery(userId, territoryId));
  if (!drivers.rows || !invites.data) {
    return (
      <Pending query={drivers.error ? drivers : invites} label={t`Loading drivers`}>
        <Skeleton className="h-24 rounded-lg!" />
        <Skeleton className="h-24 rounded-lg!" />
      </Pending>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <AddDriver {...props} none={drivers.rows.length === 0} />
      <DriverList {...props} drivers={drivers.rows} />
      <MorePages pages={drivers} />
      {mayInviteDrivers(hasRole) && <DriverInvites {...props} invites={invites.data} />}
    </div>
  );
}

/** Shows the button that adds a driver or its form, and the empty state. */
function AddDriver({ userId, territoryId, status, none }: Props & { none: boolean }) {
  const { hasRole } = useSession();
  const { form, onDone } = useOpenForm('drivers', status);
  const mayInvite = mayInviteDrivers(hasRole);
  if (form && mayInvite) return <DriverForm userId={userId} territoryId={territoryId} onDone={onDone} />;
  return (
    <>
      {mayInvite && (
        <AddLink tab="drivers">
          <Trans>Add Driver</Trans>
        </AddLink>
      )}
      {none && <EmptyState icon={<IdCard aria-hidden="true" />} title={<Trans>No drivers yet</Trans>} />}
    </>
  );
}

function DriverList({ userId, territoryId, status, drivers }: Props & { drivers: readonly Driver[] }) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<Driver | null>(null);
  const { change, busy } = useChange(userId, status);
  const set = (id: string, active: boolean) =>
    change({
      id,
      run: () => setDriverActive(id, active),
      done: active ? t`Driver activated successfully` : t`Driver deactivated successfully`,
    });
  const { question, ask, asking } = useHideQuestion((id) => set(id, false), DEACTIVATE);
  const toggle = ({ id, active, full_name: name }: Driver) =>
    active ? ask({ territoryId, kind: 'driver', id, name }) : set(id, true);
  return (
    <>
      {drivers.length > 0 && (
        <ul aria-label={t`Drivers`} className="grid grid-cols-1 gap-3 lg:grid-cols-2">
          {drivers.map((driver) => (
            <DriverCard
              key={driver.id}
              driver={driver}
              busy={busy === driver.id || asking(driver.id)}
              onToggle={() => toggle(driver)}
              onDelete={() => setDeleting(driver)}
            />
          ))}
        </ul>
      )}
      {question}
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Delete driver</Trans>}
        question={
          <>
            <Trans>Are you sure you want to delete this driver? This action cannot be undone.</Trans>{' '}
            <Trans>
              Their role and their schedules here will end. Their account stays, and you can invite them again.
            </Trans>
          </>
        }
        name={deleting ? deleting.full_name : null}
        onClose={() => setDeleting(null)}
        remove={async () => {
          if (deleting) await deleteDriver(deleting.id);
        }}
        done={t`Driver deleted successfully`}
      >
        {deleting && <UpcomingBookings territoryId={territoryId} kind="driver" id={deleting.id} />}
      </DeleteRow>
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
  const list = services.map(({ title }) => title).join(', ');
  return (
    <li className="card flex flex-wrap items-center gap-4 p-4">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Avatar name={name} src={null} size={44} />
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{name}</h2>
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{email}</p>
          {services.length > 0 && (
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              <Trans>Assigned to: {list}</Trans>
            </p>
          )}
        </div>
      </div>
      <RowActions name={name} active={driver.active} {...actions} />
    </li>
  );
}
