// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  calendarDate,
  dayName,
  formatDay,
  formatDuration,
  formatHour,
  formatInstantDay,
  formatLongDate,
  formatLongDayAt,
  formatMoment,
  formatRelative,
  formatShortDate,
  formatTime,
  formatWeek,
  fromLocalDate,
  isCalendarDate,
  lastDayOfMonth,
  ownDate,
  parseDate,
  toLocalDate,
  weekdayOf,
  weekStart,
} from './dates.ts';

describe('calendar dates', () => {
  it('are shown as they are written, in any zone', () => {
    expect(formatLongDate('2026-10-14')).toBe('Wednesday, October 14, 2026');
    expect(formatShortDate('2026-01-01')).toBe('Jan 1, 2026');
  });

  it('show an instant as it is stored, because its day depends on a zone', () => {
    for (const format of [formatShortDate, formatLongDate, formatDay])
      expect(format('2026-10-14T23:59:59-06:00')).toBe('2026-10-14T23:59:59-06:00');
  });

  it('show the day of an instant in the time zone of the reader, or of the territory', () => {
    const evening = '2026-10-15T02:30:00+00:00';
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    zone.mockReturnValue({ timeZone: 'America/Guatemala' } as Intl.ResolvedDateTimeFormatOptions);
    expect([ownDate(evening), formatInstantDay(evening)]).toEqual(['2026-10-14', 'Oct 14, 2026']);
    zone.mockReturnValue({ timeZone: 'Europe/Berlin' } as Intl.ResolvedDateTimeFormatOptions);
    expect([ownDate(evening), formatInstantDay(evening)]).toEqual(['2026-10-15', 'Oct 15, 2026']);
    expect(formatLongDayAt(evening, 'America/Guatemala')).toBe('Wednesday, October 14, 2026');
    zone.mockRestore();
    expect([ownDate('soon'), formatLongDayAt('soon', 'UTC')]).toEqual(['', 'soon']);
  });

  it('recognise valid days', () => {
    expect(['2026-02-28', '2028-02-29', '2026-02-30', '2026-13-45', '2026-1-1', ''].map(isCalendarDate)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('returns an invalid date unchanged', () => {
    expect(formatLongDate('soon')).toBe('soon');
    expect(formatShortDate('soon')).toBe('soon');
    expect(formatDay('soon')).toBe('soon');
    expect(formatHour('soon', 'UTC')).toBe('soon');
    expect(formatMoment('soon', 'UTC')).toBe('soon');
    expect(weekdayOf('soon')).toBe('');
    expect(parseDate('soon')).toBeNull();
  });

  it('count days on the calendar of the zone', () => {
    const now = new Date('2026-03-08T05:30:00Z'); // still the 7th in Guatemala
    expect(calendarDate('America/Guatemala', 0, now)).toBe('2026-03-07');
    expect(calendarDate('America/Guatemala', 1, now)).toBe('2026-03-08');
    expect(calendarDate('UTC', 0, now)).toBe('2026-03-08');
    expect(calendarDate('America/Guatemala', 25, now)).toBe('2026-04-01');
    expect(calendarDate('America/New_York', 1, now)).toBe('2026-03-09'); // the clocks go forward that night
  });
});

describe('formatTime', () => {
  it.each([
    ['07:00', '7:00 AM'],
    ['19:30:00', '7:30 PM'],
    ['00:15', '12:15 AM'],
    ['12:00:00', '12:00 PM'],
    ['9:05', '9:05 AM'],
    ['11:59', '11:59 AM'],
    ['23:59', '11:59 PM'],
    ['24:00', '24:00'],
    ['25:00', '25:00'],
    ['10:60', '10:60'],
    ['at 10:30', 'at 10:30'],
    ['10:3', '10:3'],
    ['noon', 'noon'],
    ['', ''],
  ])('shows %s as %s', (value, expected) => {
    expect(formatTime(value)).toBe(expected);
  });
});

describe('formatDuration', () => {
  it.each([
    [1, '1 hour'],
    [5, '5 hours'],
    [4.5, '4h 30m'],
    [0.75, '45m'],
    [0, '0 hours'],
    [-2, '0 hours'],
    [1.99, '1h 59m'],
    [24, '24 hours'],
  ])('shows %s hours as %s', (hours, expected) => {
    expect(formatDuration(hours)).toBe(expected);
  });
});

describe('formatRelative', () => {
  const now = new Date('2026-10-14T12:00:00Z');
  it.each([
    ['2026-10-14T11:59:31Z', 'now'],
    ['2026-10-14T11:59:00Z', '1m ago'],
    ['2026-10-14T11:01:00Z', '59m ago'],
    ['2026-10-14T11:00:00Z', '1h ago'],
    ['2026-10-13T12:00:01Z', '23h ago'],
    ['2026-10-13T12:00:00Z', '1d ago'],
    ['2026-09-14T12:00:00Z', '30d ago'],
    ['2026-10-14T12:05:00Z', 'now'],
    ['never', ''],
  ])('shows %s as %s', (value, expected) => {
    expect(formatRelative(value, now)).toBe(expected);
  });
});

it.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('finds the last day of %s', (month, last) => expect(lastDayOfMonth(month)).toBe(last));

describe('an instant', () => {
  it("is shown in the territory's time zone", () => {
    expect(formatMoment('2026-11-30T13:00:00Z', 'America/Guatemala')).toBe('Mon, Nov 30, 2026, 7:00 AM');
    expect(formatMoment('2026-11-30T13:05:00Z', 'Europe/Madrid')).toBe('Mon, Nov 30, 2026, 2:05 PM');
    expect(formatHour('2026-10-14T10:59:00Z', 'America/Guatemala')).toBe('4:59 AM');
    expect(formatHour('2026-10-14T10:09:00Z', 'Europe/Madrid')).toBe('12:09 PM');
  });

  it('is midnight in UTC if only a day is given', () => {
    expect(parseDate('2026-10-14')?.toISOString()).toBe('2026-10-14T00:00:00.000Z');
    expect(parseDate('2026-10-14T12:00:00-06:00')?.toISOString()).toBe('2026-10-14T18:00:00.000Z');
  });
});

it('gives a near day a short name, and the same one as the database', () => {
  expect(formatDay('2026-10-14')).toBe('Wed, Oct 14');
  expect(weekdayOf('2026-10-14')).toBe('wednesday');
});

it.each([
  ['2026-03-06', 'Yesterday'],
  ['2026-03-07', 'Today'],
  ['2026-03-08', 'Tomorrow'],
  ['2026-03-09', ''],
  ['2026-03-05', ''],
])('names %s %j in Guatemala, where it is still the 7th', (date, name) => {
  expect(dayName(date, 'America/Guatemala', new Date('2026-03-08T05:30:00Z'))).toBe(name);
});

it('converts a date for date pickers and back', () => {
  const picked = toLocalDate('2026-03-08');
  expect([picked.getFullYear(), picked.getMonth(), picked.getDate(), picked.getHours()]).toEqual([2026, 2, 8, 0]);
  expect(fromLocalDate(picked)).toBe('2026-03-08');
  expect(fromLocalDate(toLocalDate('2026-12-31'))).toBe('2026-12-31');
});

it('begins weeks on Monday, over the ends of months and years', () => {
  expect(['2026-10-12', '2026-10-18', '2027-01-03', '2024-03-01'].map(weekStart)).toEqual([
    '2026-10-12',
    '2026-10-12',
    '2026-12-28',
    '2024-02-26',
  ]);
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
  expect(formatWeek('2026-10-12')).toMatch(/^October 12\s–\s18, 2026$/);
  expect(formatWeek('2026-12-28')).toMatch(/^December 28, 2026\s–\sJanuary 3, 2027$/);
});
