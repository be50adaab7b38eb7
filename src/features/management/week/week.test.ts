// @vitest-environment node
import { aWeekDeparture, aWeekService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { parseDeparture, printDeparture } from './use-open-departure';
import { dayLines, delayLabel, departureLabel, groupsOf, refOf, stateOf, totalOf, usualOf, weekShown } from './week';

describe('the displayed week', () => {
  it.each([
    ['2026-10-14', '2026-10-12'],
    ['2026-10-12', '2026-10-12'],
    ['2026-10-18', '2026-10-12'],
    ['2027-01-01', '2026-12-28'],
  ])('begins for %s on %s', (asked, monday) => {
    expect(weekShown(asked, '2026-10-14')).toBe(monday);
  });

  it('is the current one if the address asks for an unknown one', () => {
    for (const asked of ['1970-01-01', '9999-12-31']) expect(weekShown(asked, '2026-10-14')).toBe('2026-10-12');
  });
});

describe('a departure that needs attention', () => {
  it.each([
    ['open', {}],
    ['past', { past: true, unled: true, closed: true }],
    ['unled', { unled: true, sold: 8, closed: true }],
    ['closed', { closed: true, sold: 8 }],
    ['private', { exclusive: true, sold: 8 }],
    ['full', { sold: 6, held: 2 }],
    ['open', { sold: 6, held: 1 }],
  ] as const)('is marked for %s: %o', (state, changes) => {
    expect(stateOf(aWeekDeparture({ capacity: 8, ...changes }))).toBe(state);
  });

  it('is announced to screen readers, by the kind of service', () => {
    const departure = aWeekDeparture({ sold: 3, capacity: 8, unled: true });
    expect(departureLabel(aWeekService({ title: 'River' }), departure)).toBe(
      'Wed, Oct 14, 7:00 AM, River: 3 of 8, No guide',
    );
    expect(departureLabel(aWeekService({ title: 'Van', kind: 'transport' }), { ...departure, start_time: null })).toBe(
      'Wed, Oct 14, Any time, Van: 3 of 8, No driver',
    );
  });
});

it('is announced with the time at which it is expected, unless it was cancelled', () => {
  const late = aWeekDeparture({ delay_minutes: 20 });
  expect(delayLabel(late)).toBe('Running late: expected at 7:20 AM');
  expect(departureLabel(aWeekService({ title: 'River' }), late)).toBe(
    'Wed, Oct 14, 7:00 AM, River: 2 of 8, Running late: expected at 7:20 AM',
  );
  expect(delayLabel({ ...late, cancel_reason: 'weather' })).toBe('');
  expect(delayLabel({ ...late, delay_minutes: 0 })).toBe('');
});

it('counts no sold seats for a cancelled departure', () => {
  const departure = aWeekDeparture({ sold: 3, capacity: 8, closed: true, cancel_reason: 'weather' });
  expect(departureLabel(aWeekService({ title: 'River' }), departure)).toBe(
    'Wed, Oct 14, 7:00 AM, River: 0 of 8, Cancelled: Weather',
  );
});

it('sorts a day by time, with services without a time last', () => {
  const at = (title: string, start_time: string | null, service_date = '2026-10-14') =>
    aWeekService({ title, departures: [aWeekDeparture({ start_time, service_date, unled: title === 'B' })] });
  const services = [
    at('Car', null),
    at('B', '09:30:00'),
    at('A', '09:30:00'),
    at('Dawn', '05:00:00'),
    at('Other', '04:00:00', '2026-10-15'),
  ];
  const titles = (unledOnly: boolean) => dayLines(services, '2026-10-14', unledOnly).map((line) => line.service.title);
  expect(titles(false)).toEqual(['Dawn', 'A', 'B', 'Car']);
  expect(titles(true)).toEqual(['B']);
});

it('lists services under their types, in order', () => {
  const [a, b, c] = [
    aWeekService({}),
    aWeekService({ kind: 'transport', type_name: 'Boat' }),
    aWeekService({ kind: 'transport', type_name: 'Boat' }),
  ];
  expect(groupsOf([a, b, c])).toEqual([
    { type: null, services: [a] },
    { type: 'Boat', services: [b, c] },
  ]);
});

it('names every leader of a service once, and its most seats', () => {
  const service = aWeekService({
    departures: [
      aWeekDeparture({ leaders: ['Elmer'], capacity: 8 }),
      aWeekDeparture({ leaders: ['Elmer', 'Ana'], capacity: 12 }),
    ],
  });
  expect(usualOf(service)).toEqual({ leaders: ['Elmer', 'Ana'], seats: 12 });
});

it('adds the days up to the week', () => {
  const day = { service_date: '', departures: 1, seats: 10, taken: 4, unled: 1 };
  expect(totalOf([day, day])).toEqual({ seats: 20, taken: 8, unled: 2 });
});

describe('the departure in an address', () => {
  const ref = refOf(aWeekService({}), aWeekDeparture({}));

  it('is read as it was written, of either kind', () => {
    for (const one of [ref, { ...ref, kind: 'transport' as const }])
      expect(parseDeparture(printDeparture(one))).toEqual(one);
  });

  it.each([
    '',
    'experience',
    printDeparture({ ...ref, date: '2026-02-30' }),
    printDeparture(ref).replace('experience', 'boat'),
  ])('refuses %s', (text) => expect(parseDeparture(text)).toBeNull());
});
