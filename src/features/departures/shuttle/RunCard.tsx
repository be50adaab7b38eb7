import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Clock3, IdCard, MapPin, TriangleAlert, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { DepartureCard, Fact } from '@/features/departures/DepartureCard';
import { calendarDate, formatLongDate, formatTime } from '@/lib/format/dates';
import type { Run } from './queries';

/** When, from where, by whom, and how far it has come. */
function Facts({ run, begun }: { run: Run; begun: boolean }) {
  const { arrived, passengers, missed, unpaid, cancelled, drivers, closed } = run;
  return (
    <>
      {run.has_time && <Fact icon={<Clock3 aria-hidden="true" />}>{formatTime(run.start_time)}</Fact>}
      <Fact icon={<MapPin aria-hidden="true" />}>{run.pickup_location}</Fact>
      {drivers.length > 0 ? (
        <Fact icon={<IdCard aria-hidden="true" />}>{drivers.join(', ')}</Fact>
      ) : (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          <Trans>No driver assigned</Trans>
        </Fact>
      )}
      {(begun || arrived + missed > 0) && passengers > 0 && (
        <Fact icon={<UserCheck aria-hidden="true" />}>
          <Trans>
            {arrived} of {passengers} checked in
          </Trans>
          {missed > 0 && `, ${plural(missed, { one: '# no show', other: '# no shows' })}`}
        </Fact>
      )}
      {unpaid > 0 && (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          {plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
        </Fact>
      )}
      {closed && (
        <Fact warn icon={<Ban aria-hidden="true" />}>
          <Trans>Closed: no new bookings on this day</Trans>
        </Fact>
      )}
      {cancelled > 0 && <li>{plural(cancelled, { one: '# cancelled', other: '# cancelled' })}</li>}
    </>
  );
}

interface Props {
  run: Run;
  /** Beside the button that opens it. */
  actions?: ReactNode;
  /** Drawn once it is opened. `begun`: its day has come, and passengers may be checked in. */
  children: (begun: boolean) => ReactNode;
}

/** One departure. Its passengers are asked for and drawn once it is opened. */
export function RunCard({ run, actions, children }: Props) {
  const { t } = useLingui();
  const begun = run.service_date <= calendarDate(run.time_zone);
  const date = formatLongDate(run.service_date);
  return (
    <DepartureCard
      label={`${run.title}, ${date}`}
      title={run.title}
      image={run.image}
      facts={<Facts run={run} begun={begun} />}
      count={run.passengers}
      counted={plural(run.passengers, { one: 'passenger', other: 'passengers' })}
      actions={actions}
      show={t`Show passengers`}
      hide={t`Hide passengers`}
    >
      {() => children(begun)}
    </DepartureCard>
  );
}
