import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { PencilLine, TriangleAlert } from 'lucide-react';
import { formatDay, formatTime } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import type { AssignedDriver, PlannedRun } from './queries';

/** Returns a departure's name, such as 'To Flores, 8:00 AM'. */
export const runName = ({ title, start_time }: Pick<PlannedRun, 'title' | 'start_time'>): string =>
  start_time ? `${title}, ${formatTime(start_time)}` : title;

interface Props {
  planned: PlannedRun;
  onChange: () => void;
}

/** Shows a departure of the plan with its drivers and their answers. */
export function PlanRow({ planned, onChange }: Props) {
  const { t } = useLingui();
  const { title, start_time: start, service_date, people, drivers, unled, past, is_set, untranslated } = planned;
  const about = `${runName(planned)}, ${formatDay(service_date)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <span className="nums">{start ? formatTime(start) : t`Any time`}</span>{' '}
          <span lang={untranslated?.title}>{title}</span>
        </p>
        <p className="text-sm text-ink-2">
          {plural(people, { 0: 'No guests yet', one: '# guest', other: '# guests' })}
          {is_set && <span>{` · ${t`Only this date`}`}</span>}
        </p>
      </div>
      {(drivers.length > 0 || unled) && (
        <ul
          aria-label={t`Drivers: ${about}`}
          className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-3 gap-y-1"
        >
          {drivers.map((driver) => (
            <li key={driver.driver_id} className="flex flex-wrap items-center gap-1.5 [overflow-wrap:anywhere]">
              <span>{driver.full_name}</span>
              <Answer answer={driver.answer} />
            </li>
          ))}
          {unled && (
            <li className="flex items-center gap-1.5 font-semibold text-warn-text [&>svg]:size-4">
              <TriangleAlert aria-hidden="true" />
              <span>
                <Trans>No driver</Trans>
              </span>
            </li>
          )}
        </ul>
      )}
      {!past && (
        <Button
          size="sm"
          icon={<PencilLine aria-hidden="true" />}
          aria-label={t`Change drivers: ${about}`}
          onClick={onChange}
        >
          <Trans>Change drivers</Trans>
        </Button>
      )}
    </li>
  );
}

function Answer({ answer }: Pick<AssignedDriver, 'answer'>) {
  if (answer === 'confirmed')
    return (
      <Badge key="yes" tone="success">
        <Trans>Confirmed</Trans>
      </Badge>
    );
  if (answer === 'declined')
    return (
      <Badge key="no" tone="warn">
        <Trans>Declined</Trans>
      </Badge>
    );
  return null;
}
