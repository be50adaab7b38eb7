import { calendarDate, isCalendarDate } from '@/lib/format/dates';
import { withQuery } from '@/lib/routing/paths';

/** The date and number of people, which a search passes to lists and the booking form in the URL. */
export interface Trip {
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

/** Returns a path with the trip's parameters. `slot` is the departure time on that date. */
export const withTrip = (
  path: string,
  { date, people, slot = null }: Trip & { slot?: string | null },
  referral: string | null = null,
): string => withQuery(path, { ref: referral, date, people: people === null ? null : String(people), slot });
