// @vitest-environment node
import { expect, it } from 'vitest';
import { groupConflicts } from './grouping';
import type { Conflict } from './queries';

const NOW = new Date('2026-11-27T15:00:00Z');
const conflict = (id: string, more: Partial<Conflict> = {}) =>
  ({
    id,
    title: 'Castle',
    service_date: '2026-11-27',
    start_time: '08:30:00',
    time_zone: 'America/Guatemala',
    reported_at: '2026-11-27T14:10:00Z',
    mine: false,
    place: 1,
    amount: null,
    ...more,
  }) as Conflict;

const shown = (conflicts: Conflict[], limit = 99) =>
  groupConflicts(conflicts, limit, NOW).map((group) => group.conflicts.map(({ id }) => id).join(' '));

it('sorts departures of today first, then the latest day, and those without a date last', () => {
  const rows = [
    conflict('untold', { service_date: null as never, start_time: null as never, title: '' }),
    conflict('old', { service_date: '2026-11-20' }),
    conflict('yesterday', { service_date: '2026-11-26' }),
    conflict('tomorrow', { service_date: '2026-11-28' }),
    conflict('noon', { start_time: '12:00:00' }),
    conflict('morning'),
  ];
  expect(shown(rows)).toEqual(['morning', 'noon', 'tomorrow', 'yesterday', 'old', 'untold']);
});

it("sorts other people's and those with cash first within a departure, then the newest", () => {
  const rows = [
    conflict('mine', { mine: true, amount: 90 }),
    conflict('older', { reported_at: '2026-11-27T14:00:00Z' }),
    conflict('theirs'),
    conflict('cash', { amount: 90 }),
  ];
  expect(shown(rows)).toEqual(['cash theirs older mine']);
});

it('puts many conflicts with cash from one person behind other people’s first ones', () => {
  const flood = Array.from({ length: 50 }, (_, n) => conflict(`f${n}`, { amount: 90, place: n + 1 }));
  expect(shown([...flood, conflict('theirs')], 3)).toEqual(['f0 f1 theirs']);
});

it('leaves no folded departure empty', () => {
  const rows = [conflict('a'), conflict('b'), conflict('c', { service_date: '2026-11-26' })];
  expect(shown(rows, 2)).toEqual(['a b']);
});
