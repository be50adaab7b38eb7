import { expect, it } from 'vitest';
import { nextDeparture } from './next-departure';

interface At {
  arrived?: number;
  people?: number;
  day?: string;
  /** The UTC offset of the zone, which is appended to a time. */
  zone?: string;
  timeZone?: string;
}

/** Builds a departure with the check-in window that private.arrival_window returns. */
const at = (hour: string, { arrived = 0, people = 9, day = '2026-11-23', zone = '-06:00', timeZone }: At = {}) => {
  const start = Date.parse(`${day}T${hour}:00${zone}`);
  const noon = Date.parse(`${day}T12:00:00${zone}`);
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    hour,
    people,
    service_date: day,
    time_zone: timeZone ?? 'America/Guatemala',
    arrived,
    missed: 0,
    check_in_from: iso(start - 3 * 3_600_000),
    no_show_from: iso(start),
    arrival_until: iso(noon + 24 * 3_600_000),
  };
};
/** Returns the local time of the open departure, at a time in Guatemala. */
const next = (clock: string, ...all: ReturnType<typeof at>[]) =>
  nextDeparture(all, new Date(`${clock.length > 5 ? clock : `2026-11-23T${clock}`}:00-06:00`))?.hour;

it('is the one that boards, until all are here or half an hour after it has left', () => {
  expect(next('06:40', at('07:00'), at('08:00'))).toBe('07:00');
  expect(next('07:20', at('07:00'), at('08:00'))).toBe('07:00');
  expect(next('07:20', at('07:00', { arrived: 9 }), at('08:00'))).toBe('08:00');
  expect(next('07:30', at('07:00'), at('08:00'))).toBe('08:00');
});

it('is none half an hour after the last has left, even if someone never came', () => {
  expect(next('07:29', at('07:00'))).toBe('07:00');
  expect(next('07:30', at('07:00'))).toBeUndefined();
  expect(next('19:00', at('07:00'), at('10:00', { arrived: 9 }))).toBeUndefined();
});

it('stays open while all are here and nobody else is expected', () => {
  expect(next('06:50', at('07:00', { arrived: 9 }))).toBe('07:00');
  expect(next('07:10', at('07:00', { arrived: 9 }))).toBe('07:00');
  expect(next('07:10', at('07:00', { arrived: 9 }), at('08:00', { arrived: 9 }))).toBe('08:00');
});

it('is none of another day, and a departure without passengers only if no other is due', () => {
  expect(next('20:00', at('07:00', { day: '2026-11-25' }))).toBeUndefined();
  expect(next('20:00', at('07:00', { day: '2026-11-24' }))).toBeUndefined();
  expect(next('05:00', at('13:00'))).toBe('13:00');
  expect(next('05:00', at('07:00', { people: 0 }), at('13:00'))).toBe('13:00');
  expect(next('05:00', at('07:00', { people: 0 }))).toBe('07:00');
});

it('counts its half hour across midnight, and boards the evening before', () => {
  const late = at('23:50');
  expect(next('2026-11-24T00:15', late)).toBe('23:50');
  expect(next('2026-11-24T00:20', late)).toBeUndefined();
  const early = at('00:40', { day: '2026-11-24' });
  expect(next('21:30', early)).toBeUndefined();
  expect(next('21:45', early)).toBe('00:40');
  expect(next('2026-11-24T00:15', late, early)).toBe('23:50');
  expect(next('2026-11-24T00:20', late, early)).toBe('00:40');
});

it("uses its own territory's time zone, not the phone's", () => {
  // Madrid is seven hours ahead, where the 23rd has begun while it is still the 22nd in Guatemala.
  const madrid = { zone: '+01:00', timeZone: 'Europe/Madrid' };
  expect(next('2026-11-22T16:30', at('09:00', madrid))).toBeUndefined();
  expect(next('2026-11-22T17:00', at('09:00', madrid))).toBe('09:00');
  expect(next('00:30', at('07:00'), at('09:00', madrid))).toBe('09:00');
  expect(next('02:30', at('07:00'), at('09:00', madrid))).toBe('07:00');
});

it('is a car on demand only if nothing leaves at a set time', () => {
  const called = {
    ...at('00:00'),
    hour: 'called',
    check_in_from: '2026-11-23T06:00:00Z',
    no_show_from: '2026-11-24T06:00:00Z',
  };
  expect(next('06:40', called, at('07:00'))).toBe('07:00');
  expect(next('09:00', called, at('07:00'))).toBe('called');
});
