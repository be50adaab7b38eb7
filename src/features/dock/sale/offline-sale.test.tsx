import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSale, queueOf, salesIn, waitingOf } from '@/features/dock/offline/queue';
import type { OfflineSale } from '@/features/dock/offline/sale';
import { sendQueue } from '@/features/dock/offline/send';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { phoneId } from '@/lib/offline/phone';
import { writeJson } from '@/lib/storage/storage';
import { type Reserve, sellableOf } from './reserves';
import { SellScreen } from './SellScreen';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const reserve = (changes: Partial<Reserve> = {}): Reserve & { titles: object } => ({
  reserve_id: 'r1',
  phone: phoneId(),
  kind: 'experience',
  service_id: 'e1',
  slot_id: 's1',
  service_date: '2126-11-22',
  start_time: '10:30:00',
  title: 'River Canyon',
  titles: {},
  territory_id: 'rio',
  time_zone: 'America/Guatemala',
  seats: 4,
  unit_price: 220,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  sell_until: '2126-11-22T20:00:00Z',
  check_in_from: '2126-11-22T13:30:00Z',
  passport_required: false,
  ...changes,
});

/** The mocked server answers. Functions that aren't listed behave as if offline. */
let server: Record<string, (args: { p: OfflineSale }) => unknown>;
let reserves: unknown[];
beforeEach(() => {
  sessionStorage.clear();
  writeJson('local', SESSION_KEY, { user: { id: 'me' } });
  reserves = [reserve()];
  server = { my_seat_reserves: () => reserves };
  rpc.mockImplementation((name: string, args: { p: OfflineSale }) => {
    const work = server[name];
    const answer = work
      ? Promise.resolve({ data: work(args), error: null, status: 200 })
      : Promise.reject(new TypeError('Failed to fetch'));
    return Object.assign(answer, { abortSignal: () => answer });
  });
});
afterEach(async () => {
  rpc.mockReset();
  vi.restoreAllMocks();
  await inStore(QUEUE, 'readwrite', (store) => store.clear());
});

const show = () => renderApp(<SellScreen userId="me" territoryId={null} />, { url: '/sell' });
const sent = () => rpc.mock.calls.filter(([name]) => name === 'sell_reserved').map(([, { p }]) => p as OfflineSale);

async function sellTwo() {
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: /accepts it for all passengers/ }, { timeout: 10_000 }));
  expect(screen.queryByRole('button', { name: 'The guest pays by card on their phone' })).toBeNull();
  expect(screen.queryByLabelText('Name')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Receive Q440.00 in cash' }));
  // The sale may be sent a moment later.
  await screen.findByText('Not sent yet');
  return user;
}

it("sells two of the phone's seats offline, and shows the rest to the next guests", async () => {
  const user = await sellTwo();
  expect(await waitingOf('me')).toMatchObject([
    { sale: { reserve_id: 'r1', num_people: 2, amount: 440, payment_method: 'cash' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Next sale' }));
  expect(await screen.findByRole('radio', { name: /River Canyon.*2 seats left/ })).toBeChecked();
  expect(screen.getByText("1 sale hasn't been sent yet")).toBeVisible();
}, 30_000);

it('sends a lost request again under its key, and turns it into a ticket', async () => {
  await sellTwo();
  await waitFor(() => expect(sent().length).toBeGreaterThan(0));
  server.sell_reserved = () => ({ result: 'sold', sale: { sale_id: 'w1' } });
  await waitFor(async () => {
    await sendQueue('me');
    expect(await queueOf('me')).toMatchObject([{ state: 'done', saleId: 'w1' }]);
  });
  // A request of the previous test may still arrive here.
  const [queued] = salesIn(await queueOf('me'));
  expect(sent().filter((one) => one.idempotency_key === queued?.sale.idempotency_key).length).toBeGreaterThan(1);
}, 30_000);

it('counts a repeated click with a lost response as one sale, and the next as another', async () => {
  const online = { ...reserve(), closed: false, available: 4, whole: true, booking_type: 'shared', shared_price: 220 };
  const limits = { private_price: null, min_spots: 1, max_spots: 4, min_private_guests: 1, max_private_guests: 1 };
  server.dock_departures = () => [{ ...online, ...limits }];
  server.my_dock_sales = () => [];
  const { user } = show();
  await user.click(await screen.findByText('Name and WhatsApp (optional)', {}, { timeout: 10_000 }));
  await user.type(screen.getByLabelText(/^Name/), 'Ana');
  await user.click(screen.getByRole('checkbox', { name: /accepts it for all passengers/ }));
  await user.click(screen.getByRole('button', { name: 'Receive Q440.00 in cash' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  const [, pressed] = rpc.mock.calls.find(([name]) => name === 'sell_at_dock') ?? [];

  delete server.dock_departures;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText('Without a signal')).toBeVisible();
  // A sale that was started survives the loss of the connection.
  expect(screen.getByRole('checkbox', { name: /accepts it for all passengers/ })).toBeChecked();
  expect(screen.getByText("Without a signal, you can't record a name or number.")).toBeVisible();
  for (const left of [2, 0]) {
    if (left === 0) await user.click(await screen.findByRole('checkbox', { name: /accepts it for all passengers/ }));
    await user.click(screen.getByRole('button', { name: 'Receive Q440.00 in cash' }));
    await user.click(await screen.findByRole('button', { name: 'Next sale' }));
    await screen.findByRole('radio', { name: left > 0 ? /2 seats left/ : /Full/ });
  }
  const keys = salesIn(await waitingOf('me')).map(({ sale }) => sale.idempotency_key);
  expect(keys[0]).toBe(pressed.p.idempotency_key);
  expect(keys[1]).not.toBe(keys[0]);
}, 30_000);

it('says that the phone has no seats when the connection drops, and restores everything when online', async () => {
  reserves = [];
  const limits = { private_price: 900, min_spots: 1, max_spots: 6, min_private_guests: 1, max_private_guests: 6 };
  const online = { ...reserve(), closed: false, available: 6, whole: true, booking_type: 'shared', shared_price: 220 };
  server.dock_departures = () => [{ ...online, ...limits }];
  server.my_dock_sales = () => [];
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add one person' }, { timeout: 10_000 }));
  await user.click(screen.getByRole('checkbox', { name: /accepts it for all passengers/ }));
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText(/^You have no seats on this phone to sell offline/)).toBeVisible();
  expect(screen.getByText('Your details are saved on this page.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Receive/ })).toBeNull();
  line.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('button', { name: 'Receive Q660.00 in cash' })).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /accepts it for all passengers/ })).toBeChecked();
}, 30_000);

it('shows that there are fewer seats than chosen, and does not switch to another departure', async () => {
  const limits = { private_price: 900, min_spots: 1, max_spots: 6, min_private_guests: 1, max_private_guests: 6 };
  const online = { ...reserve(), closed: false, available: 6, whole: true, booking_type: 'both', shared_price: 220 };
  const other = { ...online, ...limits, slot_id: 's2', title: 'Hot Waterfall', start_time: '11:30:00' };
  server.dock_departures = () => [{ ...online, ...limits }, other];
  server.my_dock_sales = () => [];
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add one person' }, { timeout: 10_000 }));
  for (let more = 0; more < 2; more++) await user.click(screen.getByRole('button', { name: 'Add one person' }));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reserves = [reserve({ seats: 4 })];
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText('You chose 5 people. 4 seats are left.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Receive Q880.00 in cash' })).toBeVisible();
  vi.restoreAllMocks();
  window.dispatchEvent(new Event('online'));
  await user.click(await screen.findByRole('radio', { name: /Hot Waterfall/ }));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText(/You have no seats of this departure on this phone/)).toBeVisible();
  expect(screen.getByRole('radio', { name: /River Canyon/ })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: /^Receive/ })).toBeNull();
}, 30_000);

it('shows what could not be booked with its amount until it is resolved', async () => {
  server.sell_reserved = () => ({ result: 'refused', code: 'departure_cancelled' });
  const user = await sellTwo();
  expect(await screen.findByText(/^Sale not booked: River Canyon, 2 people, Q440.00/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark as resolved' }));
  await waitFor(() => expect(screen.queryByText(/^Sale not booked/)).toBeNull());
  expect(await queueOf('me')).toEqual([]);
}, 30_000);

it('sends other sales although the server refuses one', async () => {
  const queued = (reserve_id: string) =>
    keepSale({
      userId: 'me',
      sale: { reserve_id, idempotency_key: crypto.randomUUID() } as OfflineSale,
      shown: {
        title: 'River Canyon',
        territory_id: 'rio',
        currency_code: 'GTQ',
        currency_symbol: 'Q',
        start_time: null,
        time_zone: 'America/Guatemala',
      },
      state: 'waiting',
    });
  await queued('gone');
  await queued('r1');
  rpc.mockImplementation(async (_name: string, { p }: { p: OfflineSale }) =>
    p.reserve_id === 'gone'
      ? { data: null, error: { code: 'PT404', message: 'Gone', hint: 'reserve_not_found' }, status: 404 }
      : { data: { result: 'sold', sale: { sale_id: 'w1' } }, error: null, status: 200 },
  );
  expect(await sendQueue('me')).toMatchObject({ sent: true, refusal: { code: 'reserve_not_found' } });
  expect((await queueOf('me')).map(({ state }) => state)).toEqual(['waiting', 'done']);
});

it('does not send another person’s sales from this phone', async () => {
  await sellTwo();
  writeJson('local', SESSION_KEY, { user: { id: 'other' } });
  server.sell_reserved = () => ({ result: 'sold', sale: { sale_id: 'w1' } });
  const before = sent().length;
  expect(await sendQueue('me')).toEqual({ sent: false, refusal: null });
  expect(sent()).toHaveLength(before);
  expect(await waitingOf('me')).toHaveLength(1);
}, 30_000);

it('does not sell another phone’s seats, or expired ones', () => {
  const now = { readAt: 0, now: Date.parse('2126-11-22T15:00:00Z') };
  expect(sellableOf([reserve()], [], now)).toHaveLength(1);
  expect(sellableOf([reserve({ phone: 'other' })], [], now)).toEqual([]);
  expect(sellableOf([reserve({ sell_until: '2126-11-22T14:59:00Z' })], [], now)).toEqual([]);
});
