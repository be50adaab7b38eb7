import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayName, formatLongDate } from '@/lib/format/dates';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { Skeleton } from '@/ui/feedback/states';
import { byDate } from './days';

/** What the list needs of a query; of a paged one too. */
export type ListQuery = Pick<
  UseQueryResult,
  'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'
> & { isFetchNextPageError?: boolean };

interface Props<D> {
  query: ListQuery;
  /** Soonest first; undefined until they are there. */
  departures: readonly D[] | undefined;
  /** Said while they are read. */
  loading: string;
  /** Above the days. */
  filter?: ReactNode;
  /** Shown where there are none. */
  empty: ReactNode;
  /** The card of one departure, with a key of its own. */
  card: (departure: D) => ReactNode;
  /** Below the days: the way to the next page. */
  more?: ReactNode;
}

/** The departures of a guide, a shuttle manager or a driver under their dates. What was read stays while a new reading fails. */
export function DayList<D extends { service_date: string; time_zone: string }>(props: Props<D>) {
  const { query, departures, loading, filter, empty, card, more } = props;
  if (!departures) {
    return (
      <Pending query={query} label={loading}>
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-32 rounded-lg!" />
        <Skeleton className="h-32 rounded-lg!" />
      </Pending>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6" aria-busy={query.isPlaceholderData || undefined}>
      <StaleNotice
        failed={query.isError && !query.isFetchNextPageError}
        updatedAt={query.dataUpdatedAt}
        timeZone={departures[0]?.time_zone}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {filter}
      {departures.length === 0 && !query.isPlaceholderData && empty}
      {byDate(departures).map(({ date, departures: ofDay }) => (
        <DaySection key={date} date={date} timeZone={ofDay[0]?.time_zone ?? 'America/Guatemala'}>
          {ofDay.map(card)}
        </DaySection>
      ))}
      {more}
    </div>
  );
}

function DaySection({ date, timeZone, children }: { date: string; timeZone: string; children: ReactNode }) {
  const name = dayName(date, timeZone);
  return (
    <section aria-labelledby={`day-${date}`} className="grid grid-cols-1 gap-3">
      <h2 id={`day-${date}`} className="flex flex-wrap items-baseline gap-x-3 text-lg font-bold">
        {name}
        <span className={name ? 'text-sm font-normal text-ink-2' : undefined}>{formatLongDate(date)}</span>
      </h2>
      {children}
    </section>
  );
}
