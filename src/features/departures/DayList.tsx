import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayName, formatLongDate } from '@/lib/format/dates';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { Skeleton } from '@/ui/feedback/states';
import { byDate } from './days';

/** The parts of a query, paged or not, that the list needs. */
export type ListQuery = Pick<
  UseQueryResult,
  'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'
> & { isFetchNextPageError?: boolean };

interface Props<D> {
  query: ListQuery;
  /** Soonest first; undefined while loading. */
  departures: readonly D[] | undefined;
  /** Announced while loading. */
  loading: string;
  /** Above the days. */
  filter?: ReactNode;
  /** The empty state. */
  empty: ReactNode;
  /** The card of a departure, with its key. */
  card: (departure: D) => ReactNode;
  /** Below the days: the next page. */
  more?: ReactNode;
}

/** Departures by date for guides, shuttle managers and drivers. Loaded ones stay if a refetch fails. */
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
