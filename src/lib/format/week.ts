/**
 * The weekdays as the database names them (private.week_days), in display order. The first one starts every week in
 * calendars, the week board, schedules and lists of days.
 */
export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEK)[number];

export const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/** The first day of the week as `Date.getDay` counts, where 0 is Sunday. */
export const FIRST_DAY = WEEKDAYS.indexOf(WEEK[0]) as 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Sorts weekdays in the order of the week. */
export const inOrder = (days: readonly string[]): Weekday[] => WEEK.filter((day) => days.includes(day));
