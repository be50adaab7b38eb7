import { FIRST_DAY, WEEK, type Weekday } from '@/lib/format/week';

/** Returns for example 'Mon', in the language of the page. */
export function dayName(day: Weekday, locale: string): string {
  // January 7, 2024 was a Sunday.
  const date = new Date(Date.UTC(2024, 0, 7 + FIRST_DAY + WEEK.indexOf(day)));
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(date);
}
