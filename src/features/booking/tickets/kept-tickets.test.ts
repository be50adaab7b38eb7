// @vitest-environment node
import { aTicket } from '@tests/support/factories';
import { expect, it, vi } from 'vitest';
import { isKept, keptPages, keptStatements, tripsToReadAhead } from './kept-tickets';
import type { TicketRow } from './pages';

const now = Date.parse('2026-11-25T15:00:00Z');
const ids = (rows: readonly TicketRow[]) => rows.map(({ id }) => id);
const rows = [
  aTicket({ id: 'next week', booking_date: '2026-12-03' }),
  aTicket({ id: 'today', booking_date: '2026-11-25' }),
  aTicket({ id: 'cancelled', booking_date: '2026-11-25', status: 'cancelled' }),
  aTicket({ id: 'two days ago', booking_date: '2026-11-23' }),
  aTicket({ id: 'last week', booking_date: '2026-11-18' }),
];

it('keeps a ticket on the phone until two days after its trip, unless it is cancelled', () => {
  expect(ids(rows.filter((row) => isKept(row, now)))).toEqual(['next week', 'today', 'two days ago']);
  expect(isKept({ status: 'paid', booking_date: '2026-11-25' }, Date.parse('2026-11-28T11:59:00Z'))).toBe(true);
  expect(isKept({ status: 'paid', booking_date: '2026-11-25' }, Date.parse('2026-11-28T12:00:00Z'))).toBe(false);
});

it('keeps the list without past trips, until its last trip has ended', () => {
  vi.useFakeTimers({ now });
  const pages = [
    { rows: rows.slice(0, 2), next: { date: '2026-11-25', id: 'today' } },
    { rows: rows.slice(2), next: null },
  ];
  const kept = keptPages({ pages, pageParams: [null, pages[0]?.next] });
  const data = kept?.data as { pages: { rows: TicketRow[]; next: null }[] };
  expect(data.pages.map((page) => ids(page.rows))).toEqual([['next week', 'today'], ['two days ago']]);
  // While offline, no further pages are loaded.
  expect(data.pages.map((page) => page.next)).toEqual([null, null]);
  expect(kept?.until).toBe(Date.parse('2026-12-06T12:00:00Z'));
  expect(keptPages({ pages: [{ rows: rows.slice(4), next: null }], pageParams: [null] })).toBeNull();
  expect(keptStatements(rows.slice(4))({})).toBeNull();
  vi.useRealTimers();
});

it('preloads the data of future trips, soonest first', () => {
  vi.useFakeTimers({ now });
  expect(ids(tripsToReadAhead(rows))).toEqual(['today', 'next week']);
  vi.useRealTimers();
});
