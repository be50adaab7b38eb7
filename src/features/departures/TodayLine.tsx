import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { workPathOf } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate, formatTime } from '@/lib/format/dates';
import { Fresh } from '@/ui/Fresh';
import { useDepartureStates } from './cancelling/use-departure-states';
import { type Departure, departuresQuery, type Work, workKeys } from './day/queries';
import { territoryDayQuery } from './queries';

/** Links to the day's work on the home page, for people who work in a region. */
export default function TodayLine() {
  const session = useSession();
  const path = workPathOf(session);
  if (!path || !session.user) return null;
  const userId = session.user.id;
  const territoryId = session.profile?.territory_id;
  return (
    <div className="shell pt-3">
      <Link
        to={path}
        className="card flex min-h-14 items-center gap-3 px-4 py-3 font-semibold hover:bg-surface-2 [&>svg]:size-5 [&>svg]:flex-none"
      >
        <CalendarCheck aria-hidden="true" />
        <span className="flex-1">
          {session.hasRole('tour_guide') ? (
            <WorkDay work={{ userId, role: 'tour_guide' }} />
          ) : session.hasRole('shuttle_driver') ? (
            <WorkDay work={{ userId, role: 'shuttle_driver' }} />
          ) : territoryId && session.hasRole('shuttle_manager') ? (
            <WorkDay work={{ userId, role: 'shuttle_manager', territoryId }} />
          ) : territoryId && session.hasRole('territory_manager', 'territory_staff') ? (
            <TerritoryDay territoryId={territoryId} />
          ) : (
            <ToWork />
          )}
        </span>
        <ArrowRight aria-hidden="true" />
      </Link>
    </div>
  );
}

const ToWork = () => (
  <span>
    <Trans>Go to your work</Trans>
  </span>
);

function WorkDay({ work }: { work: Work }) {
  const { rows } = usePages(departuresQuery(work));
  const states = useDepartureStates(
    workKeys.all(work.userId),
    rows?.map(({ departure_id }) => departure_id),
  );
  // Cancelled departures are left out, because their guests count as booked until they have answered.
  return <Day day={rows && dayOf(rows.filter((one) => states.get(one.departure_id)?.status !== 'cancelled'))} />;
}

function TerritoryDay({ territoryId }: { territoryId: string }) {
  const { data } = useQuery(territoryDayQuery(territoryId));
  return <Day day={data && { people: data.people, first: data.start_time }} />;
}

/** The day's number of people and its first departure. */
interface DayFacts {
  people: number;
  /** Null if no departure has a time. */
  first: string | null;
}

function dayOf(departures: readonly Departure[]): DayFacts {
  const today = departures.filter((one) => one.people > 0 && one.service_date === calendarDate(one.time_zone));
  return {
    people: today.reduce((sum, one) => sum + one.people, 0),
    first: today.find((one) => one.has_time)?.start_time ?? null,
  };
}

/** Shows for example 'Today: 9 guests, 7:00 AM'. */
function Day({ day }: { day: DayFacts | null | undefined }) {
  const { t } = useLingui();
  if (!day) return <ToWork />;
  if (day.people === 0) return <Fresh>{t`Today: no bookings`}</Fresh>;
  const count = plural(day.people, { one: '# guest', other: '# guests' });
  return (
    <Fresh className="nums">{day.first ? t`Today: ${count}, ${formatTime(day.first)}` : t`Today: ${count}`}</Fresh>
  );
}
