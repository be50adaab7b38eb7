import { readdirSync, readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { weekdays } from '@/features/departures/guide/weekdays';
import { dayName } from '@/features/management/catalogue/weekdays';
import { MonthPicker } from '@/ui/MonthPicker';
import { weekStart } from './dates';
import { FIRST_DAY, inOrder, WEEK } from './week';

const nameOf = (date: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
    .format(new Date(`${date}T00:00:00Z`))
    .toLowerCase();

it('begins on the same day for the board, the calendars, the chips and the lists of days', () => {
  for (let day = 1; day <= 14; day++) {
    const start = weekStart(`2027-03-${String(day).padStart(2, '0')}`);
    expect(nameOf(start)).toBe(WEEK[0]);
  }
  expect(new Date(2027, 2, 1).getDay()).toBe(FIRST_DAY);
  expect(inOrder(['sunday', 'friday', 'monday', 'someday'])).toEqual(['monday', 'friday', 'sunday']);
  expect(weekdays(['sunday', WEEK[0]]).split(', ')[0]).toBe(dayName(WEEK[0], 'en'));
  expect(WEEK.map((day) => dayName(day, 'en'))).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
});

it('is the first column of a month', () => {
  const nothing = () => undefined;
  renderApp(<MonthPicker month="2027-03" onMonth={nothing} today="2027-03-10" selected="" onPick={nothing} />);
  const [first] = screen.getAllByRole('columnheader', { hidden: true });
  expect(first?.getAttribute('aria-label')?.toLowerCase()).toBe(WEEK[0]);
});

it('is decided nowhere else', () => {
  const src = `${import.meta.dirname}/../..`;
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  );
  const lists = files.filter((name) => {
    const text = readFileSync(`${src}/${name}`, 'utf8');
    return /'monday',\s*'tuesday'|'sunday',\s*'monday'|weekStartsOn=\{\d|getUTCDay\(\) \+/.test(text);
  });
  expect(lists).toEqual(['lib/format/week.ts']);
});
