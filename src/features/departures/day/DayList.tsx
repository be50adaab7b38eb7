import type { ReactNode } from 'react';
import { dayName, formatLongDate } from '@/lib/format/dates';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { Skeleton } from '@/ui/feedback/states';
import { DayCard } from './DayCard';
import { byDate } from './days';
import type { Booking, Departure, Work } from './queries';
import type { useDay } from './use-day';

interface Props {
  work: Work;
  day: ReturnType<typeof useDay>;
  /** The departures of the shown day, or undefined while they load. */
  departures?: readonly Departure[] | undefined;
  /** The text that is announced while loading. */
  loading: string;
  /** Shown above the days. */
  filter?: ReactNode;
  /** Shown if there are no departures. */
  empty: ReactNode;
  /** Writes to the guests of a departure. Undefined if the user may not. */
  onMessage?: (departure: Departure) => void;
  actions?: (departure: Departure) => ReactNode;
  /** Closes the sales of a future departure. Undefined if the user may not. */
  sales?: (departure: Departure) => ReactNode;
  /** Shown above the passengers. */
  head?: (departure: Departure, bookings: readonly Booking[]) => ReactNode;
  /** Shown below the days, to load the next page. */
  more?: ReactNode;
}

/**
 * Lists departures by date for guides, shuttle managers and drivers. Departures that have loaded stay if a refetch
 * fails.
 */
export function DayList(props: Props) {
  const { work, day, departures = day.departures, loading, filter, empty, more, ...card } = props;
  const { query, next, states, cancelling, delaying, refresh } = day;
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
    <>
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
            {ofDay.map((departure) => (
              <DayCard
                key={`${departure.slot_id}-${date}`}
                work={work}
                departure={departure}
                isNext={departure === next}
                state={states.get(departure.departure_id)}
                onDelay={delaying.ask}
                onCancel={(name) => cancelling.ask({ departures: [name] })}
                onChanged={refresh}
                {...card}
              />
            ))}
          </DaySection>
        ))}
        {more}
      </div>
      {cancelling.dialog}
      {delaying.dialog}
    </>
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
