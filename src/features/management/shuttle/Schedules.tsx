import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { UpcomingBookings } from '@/features/management/deletion/UpcomingBookings';
import { DEACTIVATE, useHideQuestion } from '@/features/management/deletion/use-hide-question';
import { usePages } from '@/lib/api/use-pages';
import { formatTime } from '@/lib/format/dates';
import { inOrder } from '@/lib/format/week';
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
import { dayName } from './week';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** Shows the weekly schedule of drivers and services. */
export default function Schedules(props: Props) {
  const { userId, territoryId } = props;
  const { t } = useLingui();
  const schedules = usePages(schedulesQuery(userId, territoryId));
  if (!schedules.rows) {
    return (
      <Pending query={schedules} label={t`Loading schedules`}>
        {shape}
      </Pending>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <AddSchedule {...props} none={schedules.rows.length === 0} />
      <Week {...props} schedules={schedules.rows} />
      <MorePages pages={schedules} />
    </div>
  );
}

const shape = ['a', 'b'].map((key) => <Skeleton key={key} className="h-20 rounded-lg!" />);

interface WeekProps extends Props {
  /** The schedules in the order of the week. */
  schedules: readonly Schedule[];
}

function Week({ userId, territoryId, status, schedules }: WeekProps) {
  const { t, i18n } = useLingui();
  const [deleting, setDeleting] = useState<Schedule | null>(null);
  const { change, busy } = useChange(userId, status);
  const driverOf = (one: Schedule) => one.driver_name || t`Driver`;
  const nameOf = (one: Schedule) =>
    [
      driverOf(one),
      i18n._(dayName(one.day_of_week)),
      one.title,
      ...(one.start_time ? [formatTime(one.start_time)] : []),
    ].join(', ');
  const set = (id: string, active: boolean) =>
    change({
      id,
      run: () => setScheduleActive(id, active),
      done: active ? t`Schedule activated successfully` : t`Schedule deactivated successfully`,
    });
  const { question, ask, asking } = useHideQuestion((id) => set(id, false), DEACTIVATE);
  const toggle = (one: Schedule) =>
    one.active ? ask({ territoryId, kind: 'schedule', id: one.id, name: nameOf(one) }) : set(one.id, true);
  return (
    <>
      {inOrder(schedules.map((one) => one.day_of_week)).map((day) => (
        <section key={day} aria-labelledby={`on-${day}`} className="grid grid-cols-1 gap-2">
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
                    <p lang={one.untranslated?.title} className="text-sm text-ink-2 [overflow-wrap:anywhere]">
                      {one.title}
                      {one.start_time && <span className="nums">{` · ${formatTime(one.start_time)}`}</span>}
                    </p>
                  </div>
                  <RowActions
                    name={nameOf(one)}
                    active={one.active}
                    busy={busy === one.id || asking(one.id)}
                    onToggle={() => toggle(one)}
                    onDelete={() => setDeleting(one)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {question}
      <DeleteRow
        userId={userId}
        status={status}
        title={<Trans>Delete Schedule</Trans>}
        question={<Trans>Are you sure you want to delete this schedule? This action cannot be undone.</Trans>}
        name={deleting ? nameOf(deleting) : null}
        onClose={() => setDeleting(null)}
        remove={async () => {
          if (deleting) await deleteSchedule(deleting.id);
        }}
        done={t`Schedule deleted successfully`}
      >
        {deleting && <UpcomingBookings territoryId={territoryId} kind="schedule" id={deleting.id} />}
      </DeleteRow>
    </>
  );
}

/** Shows the button that adds a schedule or its form, and the empty state. */
function AddSchedule({ userId, territoryId, status, none }: Props & { none: boolean }) {
  const { t } = useLingui();
  const { form, onDone } = useOpenForm('schedules', status);
  const choices = useQuery({ ...choicesQuery(userId, territoryId), enabled: form !== '' });
  if (!form) {
    return (
      <>
        <AddLink tab="schedules">
          <Trans>Add Schedule</Trans>
        </AddLink>
        {none && <EmptyState icon={<CalendarClock aria-hidden="true" />} title={<Trans>No schedules yet</Trans>} />}
      </>
    );
  }
  if (!choices.data) {
    return (
      <Pending query={choices} label={t`Loading drivers`}>
        {shape}
      </Pending>
    );
  }
  return <ScheduleForm userId={userId} territoryId={territoryId} choices={choices.data} onDone={onDone} />;
}
