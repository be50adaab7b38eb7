// @vitest-environment node
import { aTicket } from '@tests/support/factories';
import { expect, it } from 'vitest';
import { hasBegun, nextTrip, tripsAhead, whenLabel } from './next-trips';
import type { TicketRow } from './pages';

const zone = 'America/Guatemala';
/** Returns the instant at which Guatemala's clocks show this time. They are six hours behind UTC all year. */
const at = (local: string) => new Date(`${local}:00-06:00`);
const trip = (id: string, booking_date: string, start_time: string | null, more: Partial<TicketRow> = {}) =>
  aTicket({
    id,
    booking_date,
    start_time,
    territory: { id: 'rio-dulce', name: 'Río Dulce', time_zone: zone },
    ...more,
  });
const ids = (rows: TicketRow[]) => rows.map(({ id }) => id);
const lasting = (hours: number): Partial<TicketRow> => {
  const { service } = aTicket();
  return { service: service && { ...service, hours } };
};

it('shows the next active trip, and the others of its day', () => {
  const rows = [
    trip('later', '2026-11-27', '13:00:00'),
    trip('noon', '2026-11-25', '12:00:00'),
    trip('any time', '2026-11-25', null),
    trip('dawn', '2026-11-25', '05:00:00'),
    trip('cancelled', '2026-11-24', '07:00:00', { status: 'cancelled' }),
    trip('missed', '2026-11-24', '07:00:00', { status: 'no_show', check_in_status: 'no_show' }),
    trip('over', '2026-11-22', '07:00:00'),
  ];
  const { next, sameDay } = nextTrip(rows, at('2026-11-23T18:00'));
  expect(next?.id).toBe('dawn');
  expect(ids(sameDay)).toEqual(['noon', 'any time']);
});

it('keeps a trip that is in progress until it has ended, even past midnight', () => {
  const walk = trip('walk', '2026-11-25', '07:00:00', { check_in_status: 'checked_in', ...lasting(5) });
  const night = trip('night', '2026-11-24', '22:00:00', lasting(10));
  const shuttle = trip('shuttle', '2026-11-25', '14:00:00', lasting(4));
  const rows = [shuttle, walk, night];
  expect(ids(tripsAhead(rows, at('2026-11-25T06:59')))).toEqual(['night', 'walk', 'shuttle']);
  expect(ids(tripsAhead(rows, at('2026-11-25T11:59')))).toEqual(['walk', 'shuttle']);
  expect(ids(tripsAhead(rows, at('2026-11-25T12:00')))).toEqual(['shuttle']);
  expect(ids(tripsAhead(rows, at('2026-11-25T18:00')))).toEqual([]);
});

it('counts a trip as begun from its time on, or after its day if it has none', () => {
  const walk = trip('walk', '2026-11-25', '07:00:00');
  const anyTime = trip('any time', '2026-11-25', null);
  expect(hasBegun(walk, at('2026-11-25T06:59'))).toBe(false);
  expect(hasBegun(walk, at('2026-11-25T07:00'))).toBe(true);
  expect(hasBegun(anyTime, at('2026-11-25T23:59'))).toBe(false);
  expect(hasBegun(anyTime, at('2026-11-26T00:00'))).toBe(true);
});

it('keeps a trip of unknown length for its day', () => {
  const rows = [trip('boat', '2026-11-25', '07:00:00')];
  expect(tripsAhead(rows, at('2026-11-25T23:59'))).toHaveLength(1);
  expect(tripsAhead(rows, at('2026-11-26T00:00'))).toHaveLength(0);
});

it.each([
  ['2026-11-25T07:00', 'Under way'],
  ['2026-11-25T06:59', 'Starts in 1 minute'],
  ['2026-11-25T06:20', 'Starts in 40 minutes'],
  ['2026-11-25T06:00', 'Today'],
  ['2026-11-24T23:50', 'Tomorrow'],
  ['2026-11-22T00:10', 'In 3 days'],
  ['2026-11-23T23:50', 'In 2 days'],
  ['2026-11-12T12:00', 'In 13 days'],
  ['2026-10-01T12:00', 'Your next trip'],
])('shows at %s: %s', (now, label) => {
  expect(whenLabel(trip('walk', '2026-11-25', '07:00:00'), at(now))).toBe(label);
});

it('shows that a boat leaves, and a day for a trip without a time', () => {
  expect(whenLabel(trip('boat', '2026-11-25', '07:00:00', { kind: 'transport' }), at('2026-11-25T06:58'))).toBe(
    'Leaves in 2 minutes',
  );
  expect(whenLabel(trip('walk', '2026-11-25', null), at('2026-11-25T09:00'))).toBe('Today');
});
