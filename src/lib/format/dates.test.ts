import { describe, expect, it } from 'vitest';
import {
  calendarDate,
  formatDuration,
  formatLongDate,
  formatRelative,
  formatShortDate,
  formatTime,
  lastDayOfMonth,
} from './dates.ts';

describe('calendar dates', () => {
  it('are shown as they are written, in any zone', () => {
    expect(formatLongDate('2026-10-14')).toBe('Wednesday, October 14, 2026');
    expect(formatShortDate('2026-01-01')).toBe('Jan 1, 2026');
  });

  it('shows an instant in UTC', () => {
    expect(formatShortDate('2026-10-14T23:59:59-06:00')).toBe('Oct 15, 2026');
  });

  it('gives back what is no date', () => {
    expect(formatLongDate('soon')).toBe('soon');
  });

  it('counts days on the calendar of the zone', () => {
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
    ['25:00', '25:00'],
    ['noon', 'noon'],
    ['', ''],
  ])('%s is %s', (value, expected) => {
    expect(formatTime(value)).toBe(expected);
  });
});

describe('formatDuration', () => {
  it.each([
    [1, '1 hour'],
    [5, '5 hours'],
    [4.5, '4h 30m'],
    [0.75, '45m'],
    [1.99, '1h 59m'],
    [24, '24 hours'],
  ])('%s hours is %s', (hours, expected) => {
    expect(formatDuration(hours)).toBe(expected);
  });
});

describe('formatRelative', () => {
  const now = new Date('2026-10-14T12:00:00Z');
  it.each([
    ['2026-10-14T11:59:31Z', 'now'],
    ['2026-10-14T11:01:00Z', '59m ago'],
    ['2026-10-14T11:00:00Z', '1h ago'],
    ['2026-10-13T12:00:01Z', '23h ago'],
    ['2026-10-13T12:00:00Z', '1d ago'],
    ['2026-09-14T12:00:00Z', '30d ago'],
    ['2026-10-14T12:05:00Z', 'now'],
    ['never', ''],
  ])('%s is %s', (value, expected) => {
    expect(formatRelative(value, now)).toBe(expected);
  });
});

it.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('the last day of %s', (month, last) => expect(lastDayOfMonth(month)).toBe(last));
