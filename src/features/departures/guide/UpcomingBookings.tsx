import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { byDate, type Day, dayWord } from '@/features/departures/days';
import { sendGroupMessage } from '@/features/departures/queries';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { useReadAhead } from '@/features/departures/use-read-ahead';
import { useMorePages } from '@/lib/api/use-more-pages';
import { calendarDate, formatLongDate, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { useMediaQuery } from '@/ui/use-media-query';
import { GroupCard } from './GroupCard';
import { type Group, groupsQuery, guestsQuery } from './queries';

const MonthCalendar = lazy(() => import('./MonthCalendar'));
const GroupMessageDialog = lazy(() => import('@/features/departures/GroupMessageDialog'));

interface Props {
  userId: string;
  status: StatusControls;
  /** The only day shown; '' for all that is to come. */
  day: string;
  onDay: (day: string) => void;
}

/** The departures ahead, by date, and the month they lie in. */
export function UpcomingBookings({ userId, status, day, onDay }: Props) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const [asked, setAsked] = useState(false);
  const [writing, setWriting] = useState<Group | null>(null);
  const calendar = (
    <Suspense fallback={<Skeleton className="h-96 rounded-lg!" />}>
      <MonthCalendar userId={userId} day={day} onPick={onDay} />
    </Suspense>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
      <section aria-label={t`Calendar`} className="lg:sticky lg:top-24 lg:order-2">
        {wide ? (
          <div className="card p-4">{calendar}</div>
        ) : (
          <>
            <Button
              block
              aria-expanded={asked}
              icon={<CalendarDays aria-hidden="true" />}
              onClick={() => setAsked(!asked)}
            >
              {asked ? <Trans>Hide calendar</Trans> : <Trans>Calendar</Trans>}
            </Button>
            {asked && <div className="card mt-3 p-2 sm:p-4">{calendar}</div>}
          </>
        )}
      </section>
      <Departures userId={userId} day={day} onDay={onDay} onMessage={setWriting} />
      <Suspense>
        {writing && (
          <GroupMessageDialog
            draftKey={`territorio-group-${userId}-${writing.departure_id}`}
            about={`${writing.title}, ${formatLongDate(writing.service_date)}, ${formatTime(writing.start_time)}`}
            bookings={writing.bookings}
            onClose={() => setWriting(null)}
            send={(text, key) => sendGroupMessage('experience', writing.departure_id, text, key)}
            onSent={(count) => {
              setWriting(null);
              status.success(count === 1 ? t`Message sent to 1 booking` : t`Message sent to ${count} bookings`);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

type ListProps = Pick<Props, 'userId' | 'day' | 'onDay'> & { onMessage: (group: Group) => void };

function Departures({ userId, day, onDay, onMessage }: ListProps) {
  const { t } = useLingui();
  const query = useInfiniteQuery({ ...groupsQuery(userId, day), placeholderData: keepPreviousData });
  const { loadMore, loadingMore } = useMorePages(query);
  const days = byDate(query.data?.pages.flatMap((page) => page.rows) ?? []);
  const soonest = query.data?.pages[0];
  useReadAhead(
    useMemo(
      () =>
        (soonest?.rows ?? [])
          .filter((group) => group.service_date <= calendarDate(group.time_zone, 1))
          .map((group) => guestsQuery(userId, group.departure_id)),
      [soonest, userId],
    ),
  );
  if (!query.data) {
    return query.error ? (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <LoadingArea label={t`Loading bookings`} className="grid gap-3">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-32 rounded-lg!" />
        <Skeleton className="h-32 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={query.isPlaceholderData || undefined}>
      <StaleNotice
        failed={query.isError && !query.isFetchNextPageError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {day && (
        <Button size="sm" className="justify-self-start" icon={<X aria-hidden="true" />} onClick={() => onDay('')}>
          <Trans>Show all days</Trans>
        </Button>
      )}
      {days.length === 0 && !query.isPlaceholderData && (
        <EmptyState
          icon={<CalendarDays aria-hidden="true" />}
          title={day ? <Trans>No bookings on this day.</Trans> : <Trans>No upcoming bookings.</Trans>}
        >
          {day ? formatLongDate(day) : <Trans>New ones appear here by themselves.</Trans>}
        </EmptyState>
      )}
      {days.map((one) => (
        <DaySection key={one.date} day={one} userId={userId} onMessage={onMessage} />
      ))}
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          {query.error?.message}
        </p>
      )}
      {query.hasNextPage && (
        <Button block busy={loadingMore} onClick={loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}

function DaySection({
  day,
  userId,
  onMessage,
}: {
  day: Day<Group>;
  userId: string;
  onMessage: (group: Group) => void;
}) {
  const word = dayWord(day.date, day.groups[0]?.time_zone ?? 'America/Guatemala');
  return (
    <section aria-labelledby={`day-${day.date}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={`day-${day.date}`} className="flex flex-wrap items-baseline gap-x-3 text-lg font-bold">
        {word}
        <span className={word ? 'text-sm font-normal text-ink-2' : undefined}>{formatLongDate(day.date)}</span>
      </h2>
      {day.groups.map((group) => (
        <GroupCard key={group.departure_id} userId={userId} group={group} onMessage={() => onMessage(group)} />
      ))}
    </section>
  );
}
