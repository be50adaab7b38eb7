import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '@/ui/Button';
import type { StatusControls } from '@/ui/StatusNotice';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/states';
import { DeleteRow } from './DeleteRow';
import {
  type Driver,
  deleteSchedule,
  driversQuery,
  type Schedule,
  type Service,
  schedulesQuery,
  servicesQuery,
  setScheduleActive,
} from './queries';
import { RowActions } from './RowActions';
import { ScheduleForm } from './ScheduleForm';
import { useChange } from './use-change';
import { deskLink, useDeskForm } from './use-desk-form';
import { byWeek, DAYS, dayName } from './week';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** The week: who drives what on which day. */
export function Schedules({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const services = useQuery(servicesQuery(userId, territoryId));
  const drivers = useQuery(driversQuery(userId, territoryId));
  const schedules = useQuery(schedulesQuery(userId, services.data?.map(({ id }) => id) ?? []));
  // Without a service nothing is asked, and there is nothing.
  const rows = schedules.data ?? (services.data?.length === 0 ? [] : undefined);
  if (!services.data || !drivers.data || !rows) {
    const failed = [services, drivers, schedules].find(({ error }) => error);
    return failed?.error ? (
      <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
    ) : (
      <LoadingArea label={t`Loading schedules`} className="grid gap-3">
        <Skeleton className="h-20 rounded-lg!" />
        <Skeleton className="h-20 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <Week
      userId={userId}
      territoryId={territoryId}
      status={status}
      services={services.data}
      drivers={drivers.data}
      schedules={rows}
    />
  );
}

interface WeekProps extends Props {
  services: readonly Service[];
  drivers: readonly Driver[];
  schedules: readonly Schedule[];
}

function Week({ userId, territoryId, status, services, drivers, schedules }: WeekProps) {
  const { t, i18n } = useLingui();
  const [asked, setAsked] = useState<Schedule | null>(null);
  const { change, busy } = useChange(userId, status);
  const driverOf = (one: Schedule) =>
    drivers.find(({ driver_id }) => driver_id === one.driver_id)?.full_name ?? t`Driver`;
  const titleOf = (one: Schedule) => services.find(({ id }) => id === one.transport_id)?.title ?? t`Service`;
  const nameOf = (one: Schedule) => `${driverOf(one)}, ${i18n._(dayName(one.day_of_week))}, ${titleOf(one)}`;
  const sorted = byWeek(schedules, (one) => `${titleOf(one)} ${driverOf(one)}`);
  const toggle = ({ id, active }: Schedule) =>
    change({
      id,
      run: () => setScheduleActive(id, !active),
      done: active ? t`Schedule deactivated successfully` : t`Schedule activated successfully`,
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Add {...{ userId, territoryId, status, services, drivers, schedules }} />
      {DAYS.filter((day) => sorted.some((one) => one.day_of_week === day)).map((day) => (
        <section key={day} aria-labelledby={`on-${day}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 id={`on-${day}`} className="text-lg font-bold">
            {i18n._(dayName(day))}
          </h2>
          <ul className="card divide-y divide-line">
            {sorted
              .filter((one) => one.day_of_week === day)
              .map((one) => (
                <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-semibold [overflow-wrap:anywhere]">{driverOf(one)}</p>
                    <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                      {i18n._(dayName(day))}, {titleOf(one)}
                    </p>
                  </div>
                  <RowActions
                    name={nameOf(one)}
                    active={one.active}
                    busy={busy === one.id}
                    onToggle={() => toggle(one)}
                    onDelete={() => setAsked(one)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Delete Schedule</Trans>}
        question={<Trans>Are you sure you want to delete this schedule? This action cannot be undone.</Trans>}
        name={asked ? nameOf(asked) : null}
        onClose={() => setAsked(null)}
        remove={async () => {
          if (asked) await deleteSchedule(asked.id);
        }}
        done={t`Schedule deleted successfully`}
      />
    </div>
  );
}

/** The button, or the form that it opens; and that there is nothing yet. */
function Add({ status, ...rest }: WeekProps) {
  const { form, close } = useDeskForm('schedules');
  if (form) {
    return (
      <ScheduleForm
        {...rest}
        onDone={(text) => {
          close();
          if (text) status.success(text);
        }}
      />
    );
  }
  return (
    <>
      <LinkButton
        variant="primary"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" />}
        to={deskLink('schedules', 'new')}
      >
        <Trans>Add Schedule</Trans>
      </LinkButton>
      {rest.schedules.length === 0 && (
        <EmptyState icon={<CalendarClock aria-hidden="true" />} title={<Trans>No schedules yet</Trans>} />
      )}
    </>
  );
}
