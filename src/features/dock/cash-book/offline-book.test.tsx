import 'fake-indexeddb/auto';
import { act, screen, within } from '@testing-library/react';
import { aCheckInBooking } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepReport, keepSale, queueOf, salesIn, settle } from '@/features/dock/offline/queue';
import type { QueuedReport } from '@/features/dock/offline/report';
import type { QueuedSale } from '@/features/dock/offline/sale';
import { type KnownTicket, ticketsKey } from '@/features/dock/offline/tickets';
import { createQueryClient } from '@/lib/api/query-client';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { AT_THE_DOOR } from '@/lib/offline/persisted';
import { writeJson } from '@/lib/storage/storage';
import { MyCashBook } from './MyCashBook';
import { myCashBookQuery } from './queries';
import { cashOfReports, cashOfSales, withQueued } from './queued';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));

const sum = {
  territory_id: 'rio',
  territory_name: 'Río Dulce',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  open: 500,
  taken_today: 500,
  handed_today: 0,
  handover: null,
};
const queued = (change: Partial<QueuedSale> = {}, territory = 'rio'): QueuedSale => ({
  seq: 1,
  userId: 'me',
  sale: {
    idempotency_key: 'k1',
    reserve_id: 'r1',
    num_people: 2,
    amount: 440,
    payment_method: 'cash',
    sold_at: '2026-11-22T15:52:00Z',
  } as QueuedSale['sale'],
  shown: {
    title: 'River Canyon',
    territory_id: territory,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    start_time: null,
    time_zone: 'America/Guatemala',
  },
  state: 'waiting',
  ...change,
});
const sell = () => {
  const { seq: _, ...sale } = queued();
  return keepSale(sale);
};

/** The server's data, or null for offline. */
let book: unknown;
let online: boolean;
beforeEach(() => {
  sessionStorage.clear();
  writeJson('local', SESSION_KEY, { user: { id: 'me' } });
  book = { sums: [sum], entries: [] };
  online = true;
  // The mocks are restored after each test.
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  rpc.mockImplementation((name: string) => {
    const answer =
      name === 'my_cash_book' && book !== null
        ? Promise.resolve({ data: book, error: null, status: 200 })
        : Promise.reject(new TypeError('Failed to fetch'));
    return Object.assign(answer, { abortSignal: () => answer });
  });
});
afterEach(async () => {
  rpc.mockReset();
  await inStore(QUEUE, 'readwrite', (store) => store.clear());
});

const loseLine = () =>
  act(async () => {
    book = null;
    online = false;
    window.dispatchEvent(new Event('offline'));
  });

it('shows offline what was loaded last, with later sales of this phone, and allows no handover', async () => {
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByRole('button', { name: 'Hand over Q500.00' })).toBeVisible();
  await loseLine();
  await act(sell);
  const card = screen.getByRole('region', { name: 'Río Dulce, GTQ' });
  expect(card).toHaveTextContent('Your cash in Río DulceQ940.00');
  expect(card).toHaveTextContent("Q440.00 hasn't been sent yet. The desk will count it afterwards.");
  expect(card).toHaveTextContent('You need a signal to hand over cash');
  expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull();
  expect(screen.getByText(/^You're offline. You're seeing the list from/)).toBeVisible();
  const lines = within(screen.getByRole('list', { name: 'Cash book' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/River Canyon, 2 people, not sent yet.*Q440.00/);
});

it('shows the sales of this phone even if it has never loaded the book', async () => {
  book = null;
  online = false;
  await sell();
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByRole('region', { name: 'GTQ' })).toHaveTextContent('Received on this phoneQ440.00');
});

it('the cash book is stored with the lists of the day, only for people who check in', () => {
  expect(myCashBookQuery('me').meta).toEqual({ persistedRoles: [...AT_THE_DOOR] });
});

it('counts what was sent until the book was loaded again, and never what was refused', async () => {
  const read = { sums: [sum], entries: [] };
  const openOf = (sale: QueuedSale) =>
    withQueued(read, cashOfSales([sale], 1000)).sums.map((one) => one.open + one.queued);
  expect(openOf(queued({ state: 'done', settledAt: 1001 }))).toEqual([940]);
  expect(openOf(queued({ state: 'done', settledAt: 999 }))).toEqual([500]);
  expect(openOf(queued({ state: 'refused', settledAt: 1001 }))).toEqual([500]);
  expect(openOf(queued({}, 'peten'))).toEqual([500, 440]);
});

const ticket = {
  state: 'valid',
  bookingId: 'b1',
  departureId: 'd',
  hash: 'x',
  version: 1,
  codeEnd: '1a2b',
  booking: aCheckInBooking({ territory_id: 'rio', currency_code: 'GTQ', title: 'Castle' }),
} as KnownTicket;
const received = (
  seq: number,
  action: 'checked_in' | 'cash' | 'undo',
  change: Partial<QueuedReport> = {},
): QueuedReport => ({
  seq,
  userId: 'me',
  report: {
    key: `k${seq}`,
    action,
    booking_id: 'b1',
    at: new Date().toISOString(),
    ...(action !== 'undo' && { amount: 60 }),
  },
  state: 'waiting',
  ...change,
});

it("includes cash of an offline check-in in the book and in today's total as unsent", async () => {
  const client = createQueryClient();
  client.setQueryData(ticketsKey('me'), [ticket]);
  renderApp(<MyCashBook userId="me" />, { client });
  expect(await screen.findByRole('button', { name: 'Hand over Q500.00' })).toBeVisible();
  await loseLine();
  const { seq: _, ...kept } = received(1, 'checked_in');
  await act(() => keepReport('me', kept.report));
  const card = screen.getByRole('region', { name: 'Río Dulce, GTQ' });
  expect(card).toHaveTextContent('Your cash in Río DulceQ560.00');
  expect(card).toHaveTextContent("Q60.00 hasn't been sent yet. The desk will count it afterwards.");
  expect(card).toHaveTextContent('Received todayQ500.00Q60.00 not sent yet');
  const lines = within(screen.getByRole('list', { name: 'Cash book' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/^Ana Cruz.*Castle, 2 people, not sent yet.*Q60.00$/);
  // Back online, the desk confirms only amounts that the server knows.
  book = { sums: [sum], entries: [] };
  online = true;
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Hand over Q500.00' })).toBeVisible();
});

it('removes the cash of an undone arrival, even from loaded entries', () => {
  const amounts = (...reports: QueuedReport[]) =>
    cashOfReports(reports, [ticket], 1000).entries.map(({ amount }) => amount);
  const inBook = { state: 'done', settledAt: 999 } as const;
  expect(amounts(received(1, 'checked_in'), received(2, 'undo'))).toEqual([]);
  expect(amounts(received(1, 'checked_in', inBook), received(2, 'undo'))).toEqual([-60]);
  expect(amounts(received(1, 'checked_in', inBook))).toEqual([]);
  expect(amounts(received(1, 'checked_in', { state: 'done', settledAt: 1001 }))).toEqual([60]);
  // Cash that was recorded separately stays when the earlier arrival is undone.
  expect(amounts(received(1, 'cash'), received(2, 'undo'))).toEqual([60]);
  // Refused entries are in no cash book, and conflicts wait for a decision.
  for (const state of ['refused', 'conflict'] as const)
    expect(amounts(received(1, 'checked_in', { state, settledAt: 1001 }))).toEqual([]);
});

it('shows cash of an unknown booking without a currency, and does not add it', () => {
  expect(cashOfReports([received(1, 'checked_in')], [], 0)).toEqual({ entries: [], unknown: true });
});

it('shows for a short count what was declared, what was missing, and that it is still open', async () => {
  const entry = {
    id: 7,
    at: '2026-11-22T23:00:00Z',
    kind: 'handed_over',
    amount: -480,
    declared: 500,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    territory_id: 'rio',
    time_zone: 'America/Guatemala',
    title: null,
    people: null,
    walk_in: false,
    guest: null,
    confirmed_by: 'Marta Ical',
    reason: 'A note is missing',
  };
  book = { sums: [{ ...sum, open: 20 }], entries: [entry, { ...entry, id: 8, amount: -510 }] };
  renderApp(<MyCashBook userId="me" />);
  const lines = within(await screen.findByRole('list', { name: 'Cash book' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(
    'Counted by Marta Ical, Q500.00 declared, Q20.00 missing and still owed, A note is missing-Q480.00',
  );
  expect(lines[1]).toHaveTextContent('Q500.00 declared, Q10.00 more counted');
});

it('shows a sale that could not be booked too', async () => {
  await sell();
  const [kept] = salesIn(await queueOf('me'));
  await settle([{ ...(kept as QueuedSale), state: 'refused', code: 'departure_cancelled' }]);
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByText(/^Sale not booked: River Canyon, 2 people, Q440.00/)).toBeVisible();
});

it('shows offline on a phone that has never loaded it that there is none', async () => {
  book = null;
  renderApp(<MyCashBook userId="me" />);
  await loseLine();
  expect(await screen.findByText("You're offline")).toBeVisible();
  expect(screen.getByText(/This phone hasn't loaded your cash book yet/)).toBeVisible();
  expect(screen.queryByText(/try again later/)).toBeNull();
});
