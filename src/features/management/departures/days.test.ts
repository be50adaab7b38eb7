// @vitest-environment node
import { expect, it } from 'vitest';
import { daysOf } from './days';
import type { Departure } from './queries';

const departure = (change: Partial<Departure>): Departure => ({
  departure_id: 'd',
  slot_id: 's',
  service_date: '2026-11-30',
  start_time: '08:00:00',
  end_time: '10:00:00',
  capacity: 8,
  held: 0,
  sold: 0,
  closed: false,
  exclusive: false,
  offered: true,
  past: false,
  cancel_reason: null as unknown as string,
  ...change,
});
const cancelled = departure({ sold: 5, held: 1, closed: true, cancel_reason: 'weather' });

it('excludes a cancelled departure, and counts only sold seats of a closed one', () => {
  const closed = departure({ sold: 2, closed: true });
  const day = daysOf([departure({ sold: 3 }), closed, cancelled]).get('2026-11-30');
  expect(day).toMatchObject({ sold: 5, held: 0, capacity: 10, closed: false, cancelled: false });
});

it('recognises a day on which everything is cancelled', () => {
  expect(daysOf([cancelled]).get('2026-11-30')).toMatchObject({ sold: 0, held: 0, capacity: 0, cancelled: true });
});
