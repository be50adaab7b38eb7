import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, X } from 'lucide-react';
import { useState } from 'react';
import { DayList } from '@/features/departures/day/DayList';
import type { Work } from '@/features/departures/day/queries';
import { useDay } from '@/features/departures/day/use-day';
import { useGroupMessage } from '@/features/departures/use-group-message';
import { formatLongDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useMediaQuery } from '@/ui/use-media-query';

const MonthCalendar = lazyPart(() => import('./MonthCalendar'), {
  fallback: <Skeleton className="h-96 rounded-lg!" />,
});

interface Props {
  userId: string;
  status: StatusControls;
  /** The only day to show, or '' for all future days. */
  day: string;
  onDay: (day: string) => void;
}

/** Shows future departures by date, and the month's calendar. */
export function GuideDepartures({ userId, status, day, onDay }: Props) {
  const { t } = useLingui();
  const work: Work = { userId, role: 'tour_guide', day };
  const found = useDay(work);
  const message = useGroupMessage(userId, status);
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
      <Calendar userId={userId} day={day} onDay={onDay} />
      <DayList
        work={work}
        day={found}
        loading={t`Loading bookings`}
        filter={
          day && (
            <Button size="sm" className="justify-self-start" icon={<X aria-hidden="true" />} onClick={() => onDay('')}>
              <Trans>Show all days</Trans>
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={<CalendarDays aria-hidden="true" />}
            title={day ? <Trans>No bookings on this day.</Trans> : <Trans>No upcoming bookings.</Trans>}
          >
            {day ? (
              <span key="first">{formatLongDate(day)}</span>
            ) : (
              <span>
                <Trans>New bookings appear here automatically.</Trans>
              </span>
            )}
          </EmptyState>
        }
        onMessage={message.write}
        more={<MorePages pages={found.query} />}
      />
      {message.dialog}
    </div>
  );
}

/** The calendar is beside the list if there is room, and otherwise behind a button. */
function Calendar({ userId, day, onDay }: Omit<Props, 'status'>) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const [shown, setShown] = useState(false);
  const calendar = <MonthCalendar userId={userId} day={day} onPick={onDay} />;
  return (
    <section aria-label={t`Calendar`} className="lg:sticky lg:top-24 lg:order-2">
      {wide ? (
        <div className="card p-4">{calendar}</div>
      ) : (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto flex!"
            aria-expanded={shown}
            icon={<CalendarDays aria-hidden="true" />}
            onClick={() => setShown(!shown)}
          >
            {shown ? <Trans>Hide calendar</Trans> : <Trans>Calendar</Trans>}
          </Button>
          {shown && <div className="card mt-3 p-2 sm:p-4">{calendar}</div>}
        </>
      )}
    </section>
  );
}
