import { plural, t } from '@lingui/core/macro';
import { currentLanguage } from '@/lib/i18n/i18n';
import { dateFormat } from '@/lib/i18n/intl';
import { toInstant } from '../../../supabase/functions/_shared/local-time.ts';
import { FIRST_DAY, WEEKDAYS, type Weekday } from './week.ts';

/**
 * How dates and times are stored (docs/decisions/0069): bookings have calendar dates ('2026-10-14') and times local to
 * the territory ('07:00:00'). Both are shown unchanged in any zone, so they are formatted in UTC. An instant needs a
 * zone: the territory's (`formatDayAt`, `formatMoment`) or the reader's (`formatInstant`, `formatInstantDay`).
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

/** Formatters are slow to create: one for each zone. Without a locale, the language of the page. */
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

/** A calendar date or ISO instant as a Date at its UTC midnight or instant; null if it is neither. */
export function parseDate(value: string): Date | null {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * A calendar date as a Date at its UTC midnight; null for anything else, including instants, whose day depends on a
 * zone.
 */
const calendarDay = (value: string): Date | null => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDate(value) : null);

/** 'Wednesday, October 14, 2026' */
export function formatLongDate(value: string): string {
  const date = calendarDay(value);
  return date ? longDate().format(date) : value;
}

/** 'October 14, 2026' */
export function formatFullDate(value: string): string {
  const date = calendarDay(value);
  return date ? fullDate().format(date) : value;
}

/** 'Oct 14, 2026' */
export function formatShortDate(value: string): string {
  const date = calendarDay(value);
  return date ? shortDate().format(date) : value;
}

/** 'Wed, Oct 14': a date in the near future. */
export function formatDay(value: string): string {
  const date = calendarDay(value);
  return date ? day().format(date) : value;
}

/** 'October 14': a date of this year. */
export function formatMonthDay(value: string): string {
  const date = calendarDay(value);
  return date ? monthDay().format(date) : value;
}

/** 'Wednesday', for a weekday as named in the database. */
export const weekdayName = (name: Weekday): string => weekday().format(Date.UTC(2023, 0, 1 + WEEKDAYS.indexOf(name))); // that January began on a Sunday

/** The hour of an instant in a territory: '4:59 AM'. */
export function formatHour(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(hour(timeZone).format(date)) : value;
}

/** The date of an instant in a territory, as in emails: 'Oct 14, 2026'. */
export function formatDayAt(instant: string, timeZone: string | null | undefined): string {
  const date = parseDate(instant);
  return date ? formatShortDate(calendarDate(timeZone ?? undefined, 0, date)) : instant;
}

/** The same in full: 'Wednesday, October 14, 2026'. */
export function formatLongDayAt(instant: string, timeZone: string): string {
  const date = parseDate(instant);
  return date ? formatLongDate(calendarDate(timeZone, 0, date)) : instant;
}

/** The reader's time zone. On a page rendered at build use it only in `useBrowserValue`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The calendar date of an instant in the reader's zone: '2026-10-14'; '' if it is not an instant. */
export function ownDate(instant: string): string {
  const date = parseDate(instant);
  return date ? calendarDate(ownZone(), 0, date) : '';
}

/** The date of an instant in the reader's zone: 'Oct 14, 2026'. */
export const formatInstantDay = (instant: string): string => formatShortDate(ownDate(instant));

/** An instant in a territory: 'Mon, Nov 30, 2026, 7:00 AM'. */
export function formatMoment(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(moment(timeZone).format(date)) : value;
}

/** An instant in the reader's zone: 'Nov 30, 2026, 7:00 AM'. */
export const formatInstant = (value: string): string => whole(instant().format(new Date(value)));

/** A month ('2026-11'): 'Nov 2026'. */
export const formatMonth = (month: string): string => monthYear().format(new Date(`${month}-01T00:00:00Z`));

/** 'Guatemala' from 'America/Guatemala': browsers abbreviate zones differently, and several share 'CST'. */
const cityOf = (timeZone: string): string => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

/**
 * '8:12 AM' in a territory, with the date if it isn't today, and with the zone's name where the reader's clock differs:
 * '8:12 AM, Guatemala time'. Without a zone, the reader's.
 */
export function formatReadAt(at: number, timeZone: string | undefined, now: Date = new Date()): string {
  const own = ownZone();
  const zone = timeZone ?? own;
  const today = calendarDate(zone, 0, new Date(at)) === calendarDate(zone, 0, now);
  const time = whole((today ? hour : weekdayHour)(zone).format(at));
  const city = cityOf(zone);
  return weekdayHour(zone).format(at) === weekdayHour(own).format(at) ? time : t`${time}, ${city} time`;
}

/** Spanish writes 'a. m.' with non-breaking spaces, so a line break never separates it from the hour. */
const whole = (text: string): string => text.replace(/\s([ap])\.\s?m\./g, '\u00A0$1.\u00A0m.');

/** '7:00' and 'AM' of an hour. */
export function halvesOf(time: string): [clock: string, half: string] {
  const at = time.search(/\s/);
  return at < 0 ? [time, ''] : [time.slice(0, at), time.slice(at + 1)];
}

const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** '07:00' or '19:30:00' → '7:00 AM', '7:30 PM'. Anything else is returned unchanged. */
export function formatTime(value: string): string {
  const match = /^(\d{1,2}):(\d{2})/.exec(value);
  const hour = Number(match?.[1]);
  const minute = match?.[2];
  if (!match || minute === undefined || hour > 23 || Number(minute) > 59) return value;
  return whole(clock().format(Date.UTC(1970, 0, 1, hour, Number(minute))));
}

/** The times of a day in order: '7:00 AM, 2:30 PM'; of many, the first three. */
export const formatTimes = (values: readonly string[]): string =>
  `${values.slice(0, 3).map(formatTime).join(', ')}${values.length > 3 ? ' …' : ''}`;

/** Hours as '1 hour', '5 hours' or '4h 30m'; under an hour '45m'. */
export function formatDuration(hours: number): string {
  const total = Math.max(0, Math.round(hours * 60));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0) return plural(h, { one: '# hour', other: '# hours' });
  return h === 0 ? t`${m}m` : t`${h}h ${m}m`;
}

/** Minutes of travel: '1 h 50 min', '4 h', '35 min'. */
export function formatJourney(minutes: number): string {
  const total = Math.max(0, Math.round(minutes));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0 && h > 0) return t`${h} h`;
  return h === 0 ? t`${m} min` : t`${h} h ${m} min`;
}

/**
 * 'now', '1m ago' to '59m ago', '1h ago' to '23h ago', then '1d ago'. A future instant (from a wrong clock) is 'now'.
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

/** A territory's local time at an instant, in ms as if it were UTC, to compare with dates and times of bookings. */
export const wallClock = (timeZone: string, now: Date): number =>
  Date.parse(`${clocks(timeZone).format(now).replace(' ', 'T')}Z`);

/** A departure's local start in ms; without a time, the end of its day. As private.departure_moment in the database. */
export const departureInstant = (date: string, start: string | null, timeZone: string): number =>
  toInstant(start === null ? `${addDays(date, 1)}T00:00` : `${date}T${start}`, timeZone).getTime();

/** The result of `wallClock` for form fields: '2026-10-14T07:00'. */
export const wallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 16);

/** Today's date in a zone, as '2026-10-14'; days are added to the calendar date, so clock changes don't matter. */
export function calendarDate(timeZone = 'America/Guatemala', ahead = 0, now: Date = new Date()): string {
  return addDays(calendar(timeZone).format(now), ahead);
}

/** A calendar date plus days: '2026-12-30', 3 → '2027-01-02'. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Whether a text is a valid calendar date: '2026-02-30' is not. */
export const isCalendarDate = (value: string): boolean => calendarDay(value) !== null && addDays(value, 0) === value;

/** The first day of the week of a date. */
export function weekStart(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() - FIRST_DAY + 7) % 7));
}

/** 'October 12 – 18, 2026', 'December 28, 2026 – January 3, 2027'. */
export function formatWeek(start: string): string {
  return fullDate().formatRange(new Date(`${start}T00:00:00Z`), new Date(`${addDays(start, 6)}T00:00:00Z`));
}

/** The last day of a month: '2026-02' → '2026-02-28'. */
export function lastDayOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The month that is some months after a date's: '2026-12-24' → '2027-01'. */
export function nextMonth(date: string, count = 1): string {
  const [year = 0, number = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Converts a calendar date to a Date at local midnight, for date pickers, and back. */
export const toLocalDate = (value: string): Date => new Date(`${value}T00:00:00`);
export const fromLocalDate = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** 'Yesterday', 'Today' or 'Tomorrow' in the territory's zone; '' for other days. */
export function dayName(date: string, timeZone: string, now = new Date()): string {
  if (date === calendarDate(timeZone, -1, now)) return t`Yesterday`;
  if (date === calendarDate(timeZone, 0, now)) return t`Today`;
  return date === calendarDate(timeZone, 1, now) ? t`Tomorrow` : '';
}

/** 'wednesday', as the database names weekdays. */
export const weekdayOf = (value: string): Weekday | '' => {
  const date = parseDate(value);
  return (date && WEEKDAYS[date.getUTCDay()]) ?? '';
};
