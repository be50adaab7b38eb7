import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Preview } from '@/features/departures/cancelling/queries';
import { departureTitle } from '@/features/departures/departure-name';
import { formatDay } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';
import { cx } from '@/ui/cx';
import { PartFailed } from '@/ui/feedback/PartFailed';
import { printDeparture } from '../week/use-open-departure';
import { type ConditionScope, closedPreviewQuery } from './queries';

interface Props {
  territoryId: string;
  scope: ConditionScope;
  className?: string;
}

/** Lists the departures with guests that an alert affects, each with a link to its guests. */
export function AffectedDepartures({ territoryId, scope, className }: Props) {
  const { starts_at, ends_at, touches_all, service_ids } = scope;
  const query = useQuery(closedPreviewQuery(territoryId, { starts_at, ends_at, touches_all, service_ids }));
  if (!query.data) return <PartFailed query={query} className={className} />;
  const booked = query.data.departures.filter(({ outcome, people }) => outcome !== 'already_cancelled' && people > 0);
  if (booked.length === 0) {
    return (
      <p className={cx('text-sm text-ink-2', className)}>
        <Trans>No guests are booked on the affected departures</Trans>
      </p>
    );
  }
  const guests = booked.reduce((sum, { people }) => sum + people, 0);
  const count = booked.length;
  return (
    <details className={cx('text-sm', className)}>
      <summary className="min-h-6 cursor-pointer font-semibold">
        {plural(count, { one: '# departure with guests', other: '# departures with guests' })}
        {', '}
        {plural(guests, { one: '# guest', other: '# guests' })}
      </summary>
      <ul className="mt-1 grid gap-1">
        {booked.map((departure) => (
          <Affected key={printDeparture(refOf(departure))} departure={departure} />
        ))}
      </ul>
    </details>
  );
}

type Departure = Preview['departures'][number];

const refOf = ({ kind, service_id, slot_id, service_date }: Departure) => ({
  kind,
  serviceId: service_id,
  slotId: slot_id,
  date: service_date,
});

function Affected({ departure }: { departure: Departure }) {
  const { title, service_date, start_time, people } = departure;
  const name = { title, service_date, start_time: start_time ?? '', has_time: start_time !== null };
  return (
    <li className="min-w-0 wrap-anywhere">
      <Link
        className="inline-flex min-h-6 items-center underline underline-offset-4"
        to={withQuery(paths.territoryBookings, {
          view: 'week',
          week: service_date,
          departure: printDeparture(refOf(departure)),
        })}
      >
        {departureTitle(name, formatDay)}
      </Link>{' '}
      <span className="text-ink-2">{plural(people, { one: '# guest', other: '# guests' })}</span>
    </li>
  );
}
