import 'fake-indexeddb/auto';
import { act, screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSale, type QueuedSale, salesOf, settleSales } from '@/features/departures/sale/offline/queue';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, SALES } from '@/lib/offline/database';
import { AT_THE_DOOR } from '@/lib/offline/persisted';
import { writeJson } from '@/lib/storage/storage';
import { MyCashBook } from './MyCashBook';
import { myCashBookQuery } from './queries';
import { withQueued } from './queued';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ supabase: async () => ({ rpc }) }));
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

/** What the server has; null: no line. */
let book: unknown;
const line = vi.spyOn(navigator, 'onLine', 'get');
beforeEach(() => {
  sessionStorage.clear();
  writeJson('local', SESSION_KEY, { user: { id: 'me' } });
  book = { sums: [sum], entries: [] };
  line.mockReturnValue(true);
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
  await inStore(SALES, 'readwrite', (store) => store.clear());
});

const loseLine = () =>
  act(async () => {
    book = null;
    line.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
  });

it('without a signal it is what was read last, with what was sold here since, and nothing is handed over', async () => {
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByRole('button', { name: 'Hand over Q500.00' })).toBeVisible();
  await loseLine();
  await act(sell);
  const card = screen.getByRole('region', { name: 'Río Dulce, GTQ' });
  expect(card).toHaveTextContent('In your pocket, Río DulceQ940.00');
  expect(card).toHaveTextContent('Q440.00 of it was sold on this phone and is not in the book yet');
  expect(card).toHaveTextContent('Handing over needs a signal');
  expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull();
  expect(screen.getByText(/^No connection: this is the list as of/)).toBeVisible();
  const lines = within(screen.getByRole('list', { name: 'Cash book' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/River Canyon, 2 people, not sent yet.*Q440.00/);
});

it('a phone that has never read the book still says what was sold on it', async () => {
  book = null;
  line.mockReturnValue(false);
  await sell();
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByRole('region', { name: 'GTQ' })).toHaveTextContent('Sold on this phoneQ440.00');
});

it('it is kept with the lists of the day, for who works at the door alone', () => {
  expect(myCashBookQuery('me').meta).toEqual({ persistedRoles: [...AT_THE_DOOR] });
});

it('what was sent counts until the book was read again, what was refused never', async () => {
  const read = { sums: [sum], entries: [] };
  const openOf = (sale: QueuedSale) => withQueued(read, [sale], 1000).sums.map((one) => one.open + one.queued);
  expect(openOf(queued({ state: 'done', settledAt: 1001 }))).toEqual([940]);
  expect(openOf(queued({ state: 'done', settledAt: 999 }))).toEqual([500]);
  expect(openOf(queued({ state: 'refused', settledAt: 1001 }))).toEqual([500]);
  expect(openOf(queued({}, 'peten'))).toEqual([500, 440]);
});

it('a sale that could not be booked is said here, too', async () => {
  await sell();
  const [kept] = await salesOf('me');
  await settleSales([{ ...(kept as QueuedSale), state: 'refused', code: 'departure_cancelled' }]);
  renderApp(<MyCashBook userId="me" />);
  expect(await screen.findByText(/^Not booked: River Canyon, 2 people, Q440.00/)).toBeVisible();
});
