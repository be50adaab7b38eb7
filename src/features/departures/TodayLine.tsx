import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { workPathOf } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate, formatTime } from '@/lib/format/dates';
import { departuresQuery } from './guide/queries';
import { myDeparturesQuery } from './shuttle/queries';

/** Who works here finds the day on the front page, and the way to it. */
export default function TodayLine() {
  const session = useSession();
  const path = workPathOf(session);
  if (!path || !session.user) return null;
  const userId = session.user.id;
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
          ) : (
            <span>
              <Trans>To your work</Trans>
            </span>
          )}
        </span>
        <ArrowRight aria-hidden="true" />
      </Link>
    </div>
  );
}

function GuideDay({ userId }: { userId: string }) {
  const { rows } = usePages(departuresQuery(userId, ''));
  return <Day departures={rows?.map((one) => ({ ...one, people: one.guests }))} />;
}

function DriverDay({ userId }: { userId: string }) {
  const { data } = useQuery(myDeparturesQuery(userId));
  return <Day departures={data?.map((one) => ({ ...one, people: one.passengers }))} />;
}

interface Departure {
  service_date: string;
  start_time: string;
  time_zone: string;
  people: number;
}

/** 'Today: 9 guests, 7:00 AM': all of today, and the first hour. */
function Day({ departures }: { departures: readonly Departure[] | undefined }) {
  const { t } = useLingui();
  if (!departures)
    return (
      <span key="unknown">
        <Trans>To your work</Trans>
      </span>
    );
  const today = departures.filter((one) => one.service_date === calendarDate(one.time_zone));
  const guests = today.reduce((sum, one) => sum + one.people, 0);
  const first = today[0];
  if (!first || guests === 0)
    return (
      <span key="none">
        <Trans>Today: nobody is booked</Trans>
      </span>
    );
  const count = plural(guests, { one: '# guest', other: '# guests' });
  return <span key="some" className="nums">{t`Today: ${count}, ${formatTime(first.start_time)}`}</span>;
}
