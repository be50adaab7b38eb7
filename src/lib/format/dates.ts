import { plural, t } from '@lingui/core/macro';
import { currentLanguage } from '@/lib/i18n/i18n';
import { dateFormat } from '@/lib/i18n/intl';
import { toInstant } from '../../../supabase/functions/_shared/local-time.ts';
import { FIRST_DAY, WEEKDAYS, type Weekday } from './week.ts';

/**
 * There are three kinds of dates and times, which only these functions show (tests/repository/dates.test.ts).
 *
 * - A calendar date ('2026-10-14') has no time zone and is never shifted, so we format it in UTC.
 * - A departure time ('07:00:00') is on the territory's clock, like the signs at the dock. Whether it has passed is
 *   compared on that clock (`wallClock`), or in the database as a moment (`private.departure_moment`).
 * - An instant (`created_at`, a deadline) needs a time zone: about a trip the territory's (`formatDayAt`,
 *   `formatMoment`), and otherwise the reader's (`formatInstant`, `formatInstantDay`). A zone is named only where the
 *   two differ (`formatReadAt`).
 *
 * With everything in the reader's zone, a trip at seven would be at three for a traveller planning in Berlin. In SQL the
 * day of an instant is `(at at time zone zone)::date`, because `current_date` is the database's day.
 */
const longDate = dateFormat({
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const shortDate = dateFormat({
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const fullDate = dateFormat({ timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' });
const day = dateFormat({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
const monthDay = dateFormat({ timeZone: 'UTC', month: 'long', day: 'numeric' });
const weekday = dateFormat({ timeZone: 'UTC', weekday: 'long' });

/**
 * Caches one formatter per time zone, because formatters are slow to create. Without a locale it uses the page's
 * language.
 */
function inZones(options: Intl.DateTimeFormatOptions, locale?: string): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const language = locale ?? currentLanguage().locale;
    const key = language + timeZone;
    const known = made.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
    made.set(key, known);
    return known;
  };
}
const moment = inZones({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const instant = dateFormat({ month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });
const monthYear = dateFormat({ timeZone: 'UTC', month: 'short', year: 'numeric' });
const clocks = inZones({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE');
const hour = inZones({ hour: 'numeric', minute: '2-digit' });
const weekdayHour = inZones({ weekday: 'long', hour: 'numeric', minute: '2-digit' });
const calendar = inZones({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');

/** Returns a calendar date at UTC midnight, or an ISO instant as it is. Returns null for anything else. */
export function parseDate(value: string): Date | null {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Returns a calendar date at UTC midnight. Returns null for anything else, including instants, whose day depends on
 * a time zone.
 */
const calendarDay = (value: string): Date | null => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDate(value) : null);

/** Returns for example 'Wednesday, October 14, 2026'. */
export function formatLongDate(value: string): string {
  const date = calendarDay(value);
  return date ? longDate().format(date) : value;
}

/** Returns for example 'October 14, 2026'. */
export function formatFullDate(value: string): string {
  const date = calendarDay(value);
  return date ? fullDate().format(date) : value;
}

/** Returns for example 'Oct 14, 2026'. */
export function formatShortDate(value: string): string {
  const date = calendarDay(value);
  return date ? shortDate().format(date) : value;
}

/** Returns for example 'Wed, Oct 14', for a date in the near future. */
export function formatDay(value: string): string {
  const date = calendarDay(value);
  return date ? day().format(date) : value;
}

/** Returns for example 'October 14', for a date of this year. */
export function formatMonthDay(value: string): string {
  const date = calendarDay(value);
  return date ? monthDay().format(date) : value;
}

/** Returns for example 'Wednesday', for a weekday as the database names it. */
export const weekdayName = (name: Weekday): string => weekday().format(Date.UTC(2023, 0, 1 + WEEKDAYS.indexOf(name))); // January 1, 2023 was a Sunday

/** Returns the time of an instant in a territory, such as '4:59 AM'. */
export function formatHour(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(hour(timeZone).format(date)) : value;
}

/** Returns the date of an instant in a territory, such as 'Oct 14, 2026', as emails have it. */
export function formatDayAt(instant: string, timeZone: string | null | undefined): string {
  const date = parseDate(instant);
  return date ? formatShortDate(calendarDate(timeZone ?? undefined, 0, date)) : instant;
}

/** Returns the date of an instant in full, such as 'Wednesday, October 14, 2026'. */
export function formatLongDayAt(instant: string, timeZone: string): string {
  const date = parseDate(instant);
  return date ? formatLongDate(calendarDate(timeZone, 0, date)) : instant;
}

/** Returns the reader's time zone. On a page rendered at build, use it only in `useBrowserValue`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the calendar date of an instant in the reader's time zone, such as '2026-10-14', or '' if it isn't an
 * instant.
 */
export function ownDate(instant: string): string {
  const date = parseDate(instant);
  return date ? calendarDate(ownZone(), 0, date) : '';
}

/** Returns the date of an instant in the reader's time zone, such as 'Oct 14, 2026'. */
export const formatInstantDay = (instant: string): string => formatShortDate(ownDate(instant));

/** Returns an instant in a territory, such as 'Mon, Nov 30, 2026, 7:00 AM'. */
export function formatMoment(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(moment(timeZone).format(date)) : value;
}

/** Returns the time of an instant in a territory, such as '4:59 AM', and its date if that isn't today. */
export function formatHourOrMoment(value: string, timeZone: string, now: Date = new Date()): string {
  const date = parseDate(value);
  const isToday = date && calendarDate(timeZone, 0, date) === calendarDate(timeZone, 0, now);
  return isToday ? formatHour(value, timeZone) : formatMoment(value, timeZone);
}

/** Returns an instant in the reader's time zone, such as 'Nov 30, 2026, 7:00 AM'. */
export const formatInstant = (value: string): string => whole(instant().format(new Date(value)));

/** Returns for example 'Nov 2026' for '2026-11'. */
export const formatMonth = (month: string): string => monthYear().format(new Date(`${month}-01T00:00:00Z`));

/**
 * Returns 'Guatemala' for 'America/Guatemala'. Browsers abbreviate time zones differently, and several share 'CST'.
 */
const cityOf = (timeZone: string): string => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

/**
 * Returns for example '8:12 AM' in a territory, with the date if it isn't today. If the reader's clock differs it
 * names the time zone, as in '8:12 AM, Guatemala time'. Without a time zone, the reader's is used.
 */
export function formatReadAt(at: number, timeZone: string | undefined, now: Date = new Date()): string {
  const own = ownZone();
  const zone = timeZone ?? own;
  const today = calendarDate(zone, 0, new Date(at)) === calendarDate(zone, 0, now);
  const time = whole((today ? hour : weekdayHour)(zone).format(at));
  const city = cityOf(zone);
  return weekdayHour(zone).format(at) === weekdayHour(own).format(at) ? time : t`${time}, ${city} time`;
}

/**
 * Replaces the spaces in the Spanish 'a. m.' with non-breaking ones, so that a line break never separates it from
 * the hour.
 */
const whole = (text: string): string => text.replace(/\s([ap])\.\s?m\./g, '\u00A0$1.\u00A0m.');

/** Returns the parts '7:00' and 'AM' of a time. */
export function halvesOf(time: string): [clock: string, half: string] {
  const at = time.search(/\s/);
  return at < 0 ? [time, ''] : [time.slice(0, at), time.slice(at + 1)];
}

const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** Returns for example '7:00 AM' for '07:00', and '7:30 PM' for '19:30:00'. Anything else is returned unchanged. */
export function formatTime(value: string): string {
  const match = /^(\d{1,2}):(\d{2})/.exec(value);
  const hour = Number(match?.[1]);
  const minute = match?.[2];
  if (!match || minute === undefined || hour > 23 || Number(minute) > 59) return value;
  return whole(clock().format(Date.UTC(1970, 0, 1, hour, Number(minute))));
}

/**
 * Returns '11:50 PM' for '2026-12-04T23:50:00' on that date, and otherwise with its day: '11:50 PM, Fri, Dec 4'.
 * The value is local to the region.
 */
export const formatTimeOn = (local: string, date: string): string =>
  [formatTime(local.slice(11)), ...(local.startsWith(date) ? [] : [formatDay(local.slice(0, 10))])].join(', ');

/** Returns the times of a day in order, such as '7:00 AM, 2:30 PM'. If there are many, only the first three. */
export const formatTimes = (values: readonly string[]): string =>
  `${values.slice(0, 3).map(formatTime).join(', ')}${values.length > 3 ? ' …' : ''}`;

/** Returns hours as '1 hour', '5 hours' or '4h 30m', and less than an hour as '45m'. */
export function formatDuration(hours: number): string {
  const total = Math.max(0, Math.round(hours * 60));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0) return plural(h, { one: '# hour', other: '# hours' });
  return h === 0 ? t`${m}m` : t`${h}h ${m}m`;
}

/** Returns minutes of travel as '1 h 50 min', '4 h' or '35 min'. */
export function formatJourney(minutes: number): string {
  const total = Math.max(0, Math.round(minutes));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0 && h > 0) return t`${h} h`;
  return h === 0 ? t`${m} min` : t`${h} h ${m} min`;
}

/**
 * Returns 'now', '1m ago' to '59m ago', '1h ago' to '23h ago', then '1d ago'. A future instant (from a wrong clock)
 * is 'now'.
 */
export function formatRelative(value: string, now: Date = new Date()): string {
  const then = new Date(value).getTime();
  if (Number.isNaN(then)) return '';
  const n = Math.max(0, Math.floor((now.getTime() - then) / 60_000));
  if (n === 0) return t`now`;
  if (n < 60) return t`${n}m ago`;
  const hours = Math.floor(n / 60);
  if (hours < 24) return t`${hours}h ago`;
  const days = Math.floor(hours / 24);
  return t`${days}d ago`;
}

/**
 * Returns a territory's local time at an instant, in milliseconds as if it were UTC, to compare with dates and
 * times of bookings.
 */
export const wallClock = (timeZone: string, now: Date): number =>
  Date.parse(`${clocks(timeZone).format(now).replace(' ', 'T')}Z`);

/**
 * Returns a departure's local start in milliseconds. Without a time it is the end of its day, as in
 * private.departure_moment.
 */
export const departureInstant = (date: string, start: string | null, timeZone: string): number =>
  toInstant(start === null ? `${addDays(date, 1)}T00:00` : `${date}T${start}`, timeZone).getTime();

/** Returns the result of `wallClock` for form fields, such as '2026-10-14T07:00'. */
export const wallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 16);

/**
 * Returns today's date in a time zone, such as '2026-10-14'. Days are added to the calendar date, so that clock
 * changes don't matter.
 */
export function calendarDate(timeZone = 'America/Guatemala', ahead = 0, now: Date = new Date()): string {
  return addDays(calendar(timeZone).format(now), ahead);
}

/** Adds days to a calendar date. For example, '2026-12-30' plus 3 gives '2027-01-02'. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Returns whether a text is a valid calendar date, which '2026-02-30' isn't. */
export const isCalendarDate = (value: string): boolean => calendarDay(value) !== null && addDays(value, 0) === value;

export function weekStart(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() - FIRST_DAY + 7) % 7));
}

/** Returns for example 'October 12 – 18, 2026' or 'December 28, 2026 – January 3, 2027'. */
export function formatWeek(start: string): string {
  return fullDate().formatRange(new Date(`${start}T00:00:00Z`), new Date(`${addDays(start, 6)}T00:00:00Z`));
}

/** Returns the last day of a month, such as '2026-02-28' for '2026-02'. */
export function lastDayOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Returns the month that is some months after a date, such as '2027-01' for '2026-12-24'. */
export function nextMonth(date: string, count = 1): string {
  const [year = 0, number = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Converts a calendar date to a Date at local midnight for date pickers, and back. */
export const toLocalDate = (value: string): Date => new Date(`${value}T00:00:00`);
export const fromLocalDate = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** Returns 'Yesterday', 'Today' or 'Tomorrow' in the territory's time zone, and '' for other days. */
export function dayName(date: string, timeZone: string, now = new Date()): string {
  if (date === calendarDate(timeZone, -1, now)) return t`Yesterday`;
  if (date === calendarDate(timeZone, 0, now)) return t`Today`;
  return date === calendarDate(timeZone, 1, now) ? t`Tomorrow` : '';
}

/** Returns for example 'wednesday', as the database names weekdays. */
export const weekdayOf = (value: string): Weekday | '' => {
  const date = parseDate(value);
  return (date && WEEKDAYS[date.getUTCDay()]) ?? '';
};
