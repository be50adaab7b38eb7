import { expect, it } from 'vitest';
import { byWeek } from './week';

it('orders schedules from Monday on, then by their names', () => {
  const slot = (id: string, day_of_week: string) => ({ id, day_of_week });
  const slots = [slot('b', 'sunday'), slot('d', 'monday'), slot('c', 'monday'), slot('a', 'tuesday')];
  expect(byWeek(slots, ({ id }) => id).map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
});
