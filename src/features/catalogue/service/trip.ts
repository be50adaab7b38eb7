import { calendarDate, isCalendarDate } from '@/lib/format/dates';
import { withQuery } from '@/lib/routing/paths';

/** Date and people, which a search passes in the address to lists and booking form. */
export interface Trip {
  /** A calendar date; null if not chosen. */
  date: string | null;
  people: number | null;
}

export const MAX_PEOPLE = 16;

/** Invalid and past values count as not chosen. */
export function readTrip(params: URLSearchParams): Trip {
  const date = params.get('date') ?? '';
  const people = params.get('people') ?? '';
  return {
    date: isCalendarDate(date) && date >= calendarDate() && date <= calendarDate(undefined, 730) ? date : null,
    people: /^\d{1,2}$/.test(people) && Number(people) >= 1 ? Math.min(Number(people), MAX_PEOPLE) : null,
  };
}

/** A path with the trip's parameters. `slot`: the departure time of the date. */
export const withTrip = (
  path: string,
  { date, people, slot = null }: Trip & { slot?: string | null },
  referral: string | null = null,
): string => withQuery(path, { ref: referral, date, people: people === null ? null : String(people), slot });
