import { plural, t } from '@lingui/core/macro';
import { currentLanguage } from '@/lib/i18n/i18n';
import { dateFormat } from '@/lib/i18n/intl';
import { toInstant } from '../../../supabase/functions/_shared/local-time.ts';
import { FIRST_DAY, WEEKDAYS, type Weekday } from './week.ts';

/**
 * What a date means (docs/decisions/0069): dates of bookings are calendar dates ('2026-10-14') and times are local to the territory
 * ('07:00:00'). Both are shown as they are written, whatever the zone of the reader, so they are formatted in UTC. An instant is another
 * thing: its day depends on a zone, the territory's (`formatDayAt`, `formatMoment`) or the reader's own (`formatInstant`, `formatInstantDay`).
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

/** Formatters are dear to make: one for each zone. Without a locale in the language of the page. */
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

/** A calendar date or an ISO instant, as a Date at its UTC midnight or instant; null if it is neither. */
export function parseDate(value: string): Date | null {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A calendar date as a Date at its UTC midnight; null for anything else, also for an instant, whose day depends on a zone. */
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

/** 'Wed, Oct 14': a day that is near. */
export function formatDay(value: string): string {
  const date = calendarDay(value);
  return date ? day().format(date) : value;
}

/** 'October 14': a day of this year. */
export function formatMonthDay(value: string): string {
  const date = calendarDay(value);
  return date ? monthDay().format(date) : value;
}

/** 'Wednesday', of a day of the week as the database names it. */
export const weekdayName = (name: Weekday): string => weekday().format(Date.UTC(2023, 0, 1 + WEEKDAYS.indexOf(name))); // that January began on a Sunday

/** The hour of an instant on the clocks of a territory: '4:59 AM'. */
export function formatHour(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(hour(timeZone).format(date)) : value;
}

/** The day of an instant on the clocks of a territory, as its letters say it: 'Oct 14, 2026'. */
export function formatDayAt(instant: string, timeZone: string | null | undefined): string {
  const date = parseDate(instant);
  return date ? formatShortDate(calendarDate(timeZone ?? undefined, 0, date)) : instant;
}

/** The same in full: 'Wednesday, October 14, 2026'. */
export function formatLongDayAt(instant: string, timeZone: string): string {
  const date = parseDate(instant);
  return date ? formatLongDate(calendarDate(timeZone, 0, date)) : instant;
}

/** The time zone of the reader's own clock. On a page that the build renders only by `useBrowserValue`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The calendar date of an instant on the reader's own clock: '2026-10-14'; '' for what is no instant. */
export function ownDate(instant: string): string {
  const date = parseDate(instant);
  return date ? calendarDate(ownZone(), 0, date) : '';
}

/** The day of an instant on the reader's own clock: 'Oct 14, 2026'. */
export const formatInstantDay = (instant: string): string => formatShortDate(ownDate(instant));

/** An instant on the clocks of a territory: 'Mon, Nov 30, 2026, 7:00 AM'. */
export function formatMoment(value: string, timeZone: string): string {
  const date = parseDate(value);
  return date ? whole(moment(timeZone).format(date)) : value;
}

/** An instant on the reader's own clock: 'Nov 30, 2026, 7:00 AM'. */
export const formatInstant = (value: string): string => whole(instant().format(new Date(value)));

/** A month ('2026-11'): 'Nov 2026'. */
export const formatMonth = (month: string): string => monthYear().format(new Date(`${month}-01T00:00:00Z`));

/** 'Guatemala' of 'America/Guatemala': browsers abbreviate zones each in their own way, and several share 'CST'. */
const cityOf = (timeZone: string): string => timeZone.replace(/^.*\//, '').replaceAll('_', ' ');

/**
 * '8:12 AM' on the clocks of a territory, with its day where that is not today's; where the reader's own clock shows another hour, with
 * the name of the zone: '8:12 AM, Guatemala time'. Without a zone on the reader's clock.
 */
export function formatReadAt(at: number, timeZone: string | undefined, now: Date = new Date()): string {
  const own = ownZone();
  const zone = timeZone ?? own;
  const today = calendarDate(zone, 0, new Date(at)) === calendarDate(zone, 0, now);
  const time = whole((today ? hour : weekdayHour)(zone).format(at));
  const city = cityOf(zone);
  return weekdayHour(zone).format(at) === weekdayHour(own).format(at) ? time : t`${time}, ${city} time`;
}

/** Spanish writes 'a. m.', which no line parts from its hour. */
const whole = (text: string): string => text.replace(/\s([ap])\.\s?m\./g, '\u00A0$1.\u00A0m.');

/** '7:00' and 'AM' of an hour. */
export function halvesOf(time: string): [clock: string, half: string] {
  const at = time.search(/\s/);
  return at < 0 ? [time, ''] : [time.slice(0, at), time.slice(at + 1)];
}

const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** '07:00' or '19:30:00' → '7:00 AM', '7:30 PM'. What is no time comes back as it is. */
export function formatTime(value: string): string {
  const match = /^(\d{1,2}):(\d{2})/.exec(value);
  const hour = Number(match?.[1]);
  const minute = match?.[2];
  if (!match || minute === undefined || hour > 23 || Number(minute) > 59) return value;
  return whole(clock().format(Date.UTC(1970, 0, 1, hour, Number(minute))));
}

/** Hours to '1 hour', '5 hours' or '4h 30m'; under an hour '45m'. */
export function formatDuration(hours: number): string {
  const total = Math.max(0, Math.round(hours * 60));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0) return plural(h, { one: '# hour', other: '# hours' });
  return h === 0 ? t`${m}m` : t`${h}h ${m}m`;
}

/** Minutes on the way: '1 h 50 min', '4 h', '35 min'. */
export function formatJourney(minutes: number): string {
  const total = Math.max(0, Math.round(minutes));
  const h = Math.floor(total / 60);
  const m = total % 60;
  if (m === 0 && h > 0) return t`${h} h`;
  return h === 0 ? t`${m} min` : t`${h} h ${m} min`;
}

/** 'now', '1m ago' to '59m ago', '1h ago' to '23h ago', then '1d ago'. A future instant (a clock that is off) is 'now'. */
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

/** What the clocks of a territory show at an instant, in ms as if it were UTC: what dates and times of bookings are compared with. */
export const wallClock = (timeZone: string, now: Date): number =>
  Date.parse(`${clocks(timeZone).format(now).replace(' ', 'T')}Z`);

/** When a departure leaves, in ms; without a time it may leave until its day is over. As private.departure_moment in the database. */
export const departureInstant = (date: string, start: string | null, timeZone: string): number =>
  toInstant(start === null ? `${addDays(date, 1)}T00:00` : `${date}T${start}`, timeZone).getTime();

/** What `wallClock` gives, as forms hold it: '2026-10-14T07:00'. */
export const wallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 16);

/** Today's calendar date in a zone, as '2026-10-14'; days are added to the calendar, so clock changes do no harm. */
export function calendarDate(timeZone = 'America/Guatemala', ahead = 0, now: Date = new Date()): string {
  return addDays(calendar(timeZone).format(now), ahead);
}

/** A calendar date so many days later: '2026-12-30', 3 → '2027-01-02'. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar: '2026-02-30' is none. */
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

/** The month that comes so many months after that of a date: '2026-12-24' → '2027-01'. */
export function nextMonth(date: string, count = 1): string {
  const [year = 0, number = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** A calendar date as a Date at local midnight, as date pickers take it; and back. */
export const toLocalDate = (value: string): Date => new Date(`${value}T00:00:00`);
export const fromLocalDate = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** 'Yesterday', 'Today' and 'Tomorrow' in the territory's zone; '' for other days. */
export function dayName(date: string, timeZone: string, now = new Date()): string {
  if (date === calendarDate(timeZone, -1, now)) return t`Yesterday`;
  if (date === calendarDate(timeZone, 0, now)) return t`Today`;
  return date === calendarDate(timeZone, 1, now) ? t`Tomorrow` : '';
}

/** 'wednesday', as the database names the days. */
export const weekdayOf = (value: string): Weekday | '' => {
  const date = parseDate(value);
  return (date && WEEKDAYS[date.getUTCDay()]) ?? '';
};
