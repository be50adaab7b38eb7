import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePages } from '@/lib/api/use-pages';
import { MorePages } from '@/ui/feedback/MorePages';
import { Pending } from '@/ui/feedback/Pending';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { AddLink } from './AddLink';
import { DeleteRow } from './DeleteRow';
import { choicesQuery, deleteSchedule, type Schedule, schedulesQuery, setScheduleActive } from './queries';
import { RowActions } from './RowActions';
import { ScheduleForm } from './ScheduleForm';
import { useChange } from './use-change';
import { useOpenForm } from './use-open-form';
import { DAYS, dayName } from './week';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** The week: who drives what on which day. */
export default function Schedules({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const query = usePages(schedulesQuery(userId, territoryId));
  if (!query.data) {
    return (
      <Pending query={query} label={t`Loading schedules`}>
        {shape}
      </Pending>
    );
  }
  const rows = query.data.pages.flatMap((page) => page.rows);
  return (
    <Week
      userId={userId}
      territoryId={territoryId}
      status={status}
      schedules={rows}
      more={<MorePages pages={query} />}
    />
  );
}

const shape = ['a', 'b'].map((key) => <Skeleton key={key} className="h-20 rounded-lg!" />);

interface WeekProps extends Props {
  /** In the order of the week. */
  schedules: readonly Schedule[];
  /** To the next page of them. */
  more: ReactNode;
}

function Week({ userId, territoryId, status, schedules, more }: WeekProps) {
  const { t, i18n } = useLingui();
  const [asked, setAsked] = useState<Schedule | null>(null);
  const { change, busy } = useChange(userId, status);
  const driverOf = (one: Schedule) => one.driver_name || t`Driver`;
  const nameOf = (one: Schedule) => `${driverOf(one)}, ${i18n._(dayName(one.day_of_week))}, ${one.title}`;
  const toggle = ({ id, active }: Schedule) =>
    change({
      id,
      run: () => setScheduleActive(id, !active),
      done: active ? t`Schedule deactivated successfully` : t`Schedule activated successfully`,
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Add userId={userId} territoryId={territoryId} status={status} none={schedules.length === 0} />
      {DAYS.filter((day) => schedules.some((one) => one.day_of_week === day)).map((day) => (
        <section key={day} aria-labelledby={`on-${day}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 id={`on-${day}`} className="text-lg font-bold">
            {i18n._(dayName(day))}
          </h2>
          <ul className="card divide-y divide-line">
            {schedules
              .filter((one) => one.day_of_week === day)
              .map((one) => (
                <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-semibold [overflow-wrap:anywhere]">{driverOf(one)}</p>
                    <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                      {i18n._(dayName(day))}, {one.title}
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
      {more}
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
function Add({ userId, territoryId, status, none }: Props & { none: boolean }) {
  const { t } = useLingui();
  const { form, close } = useOpenForm('schedules');
  const choices = useQuery({ ...choicesQuery(userId, territoryId), enabled: form !== '' });
  if (form && !choices.data) {
    return (
      <Pending query={choices} label={t`Loading drivers`}>
        {shape}
      </Pending>
    );
  }
  if (form && choices.data) {
    return (
      <ScheduleForm
        userId={userId}
        territoryId={territoryId}
        choices={choices.data}
        onDone={(text) => {
          close();
          if (text) status.success(text);
        }}
      />
    );
  }
  return (
    <>
      <AddLink tab="schedules">
        <Trans>Add Schedule</Trans>
      </AddLink>
      {none && <EmptyState icon={<CalendarClock aria-hidden="true" />} title={<Trans>No schedules yet</Trans>} />}
    </>
  );
}
