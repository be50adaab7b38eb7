import { expect, it } from 'vitest';
import { nextDeparture } from './next-departure';

const at = (hour: number, arrived = 0, day = '2026-11-23') => {
  const start = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00-06:00`);
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    hour,
    service_date: day,
    time_zone: 'America/Guatemala',
    arrived,
    missed: 0,
    check_in_from: iso(start - 3 * 3_600_000),
    no_show_from: iso(start),
    arrival_until: `2026-11-${Number(day.slice(8)) + 1}T18:00:00Z`,
  };
};
const next = (clock: string, ...all: ReturnType<typeof at>[]) =>
  nextDeparture(all, new Date(`2026-11-23T${clock}:00-06:00`), () => 9)?.hour;

it('is the one that boards, until all are here or half an hour after it has left', () => {
  expect(next('06:40', at(7), at(8))).toBe(7);
  expect(next('07:20', at(7), at(8))).toBe(7);
  expect(next('07:20', at(7, 9), at(8))).toBe(8);
  expect(next('07:40', at(7), at(8))).toBe(8);
});

it('is the last one of the day when nobody else is expected, and none of another day', () => {
  expect(next('12:00', at(7, 9), at(10, 9))).toBe(10);
  expect(next('20:00', at(7, 0, '2026-11-25'))).toBeUndefined();
  expect(next('05:00', at(13))).toBe(13);
});
