import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { workPathOf } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate, formatTime } from '@/lib/format/dates';
import { Fresh } from '@/ui/Fresh';
import { useDepartureStates } from './cancelling/use-departure-states';
import { departuresQuery, guideKeys } from './guide/queries';
import { territoryDayQuery } from './queries';
import { myDeparturesQuery, departuresQuery as shuttleDeparturesQuery, shuttleKeys } from './shuttle/queries';

/** A link to the day's work on the home page, for people who work here. */
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
            <GuideDay userId={userId} />
          ) : session.hasRole('shuttle_driver') ? (
            <DriverDay userId={userId} />
          ) : territoryId && session.hasRole('shuttle_manager') ? (
            <ShuttleDay userId={userId} territoryId={territoryId} />
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

function GuideDay({ userId }: { userId: string }) {
  const { rows } = usePages(departuresQuery(userId, ''));
  const running = useRunning(guideKeys.all(userId), rows);
  return <Day day={running && dayOf(running.map((one) => ({ ...one, people: one.guests })))} />;
}

function DriverDay({ userId }: { userId: string }) {
  const { data } = useQuery(myDeparturesQuery(userId));
  const running = useRunning(shuttleKeys.all(userId), data);
  return <Day day={running && dayOf(running.map((one) => ({ ...one, people: one.passengers })))} />;
}

function ShuttleDay({ userId, territoryId }: { userId: string; territoryId: string }) {
  const { rows } = usePages(shuttleDeparturesQuery(userId, territoryId));
  const running = useRunning(shuttleKeys.all(userId), rows);
  return <Day day={running && dayOf(running.map((one) => ({ ...one, people: one.passengers })))} />;
}

function TerritoryDay({ territoryId }: { territoryId: string }) {
  const { data } = useQuery(territoryDayQuery(territoryId));
  return <Day day={data && { people: data.people, first: data.start_time }} />;
}

/** Without cancelled ones, whose guests are still booked until they have answered. */
function useRunning<D extends { departure_id: string | null }>(list: QueryKey, departures: readonly D[] | undefined) {
  const states = useDepartureStates(
    list,
    departures?.map(({ departure_id }) => departure_id),
  );
  return departures?.filter(({ departure_id }) => states.get(departure_id ?? '')?.status !== 'cancelled');
}

interface Departure {
  service_date: string;
  start_time: string;
  has_time?: boolean;
  time_zone: string;
  people: number;
}

/** Today's number of people and first departure. */
interface DayFacts {
  people: number;
  /** Null without a departure time. */
  first: string | null;
}

function dayOf(departures: readonly Departure[]): DayFacts {
  const today = departures.filter((one) => one.people > 0 && one.service_date === calendarDate(one.time_zone));
  return {
    people: today.reduce((sum, one) => sum + one.people, 0),
    first: today.find((one) => one.has_time !== false)?.start_time ?? null,
  };
}

/** 'Today: 9 guests, 7:00 AM' */
function Day({ day }: { day: DayFacts | null | undefined }) {
  const { t } = useLingui();
  if (!day) return <ToWork />;
  if (day.people === 0) return <Fresh>{t`Today: no bookings`}</Fresh>;
  const count = plural(day.people, { one: '# guest', other: '# guests' });
  return (
    <Fresh className="nums">{day.first ? t`Today: ${count}, ${formatTime(day.first)}` : t`Today: ${count}`}</Fresh>
  );
}
