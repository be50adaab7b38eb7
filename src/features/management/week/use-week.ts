import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { territoryCurrency } from '@/features/management/bookings/money';
import { territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { urlChoice, urlDate } from '@/ui/filter/use-url-state';
import { weekDaysQuery, weekKeys, weekQuery } from './queries';
import { daysOfWeek, totalOf, weekShown } from './week';

const date = urlDate();
const show = urlChoice(['', 'unled'], '');

/** Returns the week that the URL names, with its services, departures and sums. */
export function useWeek(territoryId: string) {
  const [params] = useSearchParams();
  const territory = useQuery(territoryCurrencyQuery(territoryId));
  const today = calendarDate(territory.data?.time_zone, 0, useNow());
  const asked = date.parse(params.get('week'));
  const monday = weekShown(asked || today, today);
  const unledOnly = show.parse(params.get('show')) === 'unled';
  const dates = daysOfWeek(monday);
  const chosen = [date.parse(params.get('day')), today].find((day) => dates.includes(day)) ?? monday;
  const list = usePages({ ...weekQuery(territoryId, monday, unledOnly), placeholderData: keepPreviousData });
  const days = useQuery({ ...weekDaysQuery(territoryId, monday), placeholderData: keepPreviousData });
  // A busy region changes all the time, so we refetch at most once per second.
  useLiveQuery({ [`territory:${territoryId}`]: ['booking', 'departure', 'schedule'] }, weekKeys.of(territoryId), 1000);

  /** Returns this page's URL with other values. '' removes a value, and an open drawer isn't kept. */
  function link(values: { week?: string; day?: string; show?: '' | 'unled' }): string {
    const next = new URLSearchParams(params);
    next.delete('departure');
    next.delete('booking');
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return `?${next}`;
  }
  return {
    territoryId,
    currency: territoryCurrency(territory.data),
    timeZone: territory.data?.time_zone,
    today,
    monday,
    dates,
    chosen,
    unledOnly,
    list,
    services: list.rows,
    days,
    /** Undefined until the sums of this week have loaded. */
    totals: days.data && !days.isPlaceholderData ? { days: days.data, week: totalOf(days.data) } : undefined,
    /** True if another week is shown while this one loads. */
    stale: list.isPlaceholderData,
    link,
  };
}
export type Week = ReturnType<typeof useWeek>;
