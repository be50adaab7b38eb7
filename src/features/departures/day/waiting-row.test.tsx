import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { aQueuedSale } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { keepSale, queueOf, reportsIn, waitingOf } from '@/features/dock/offline/queue';
import { createQueryClient } from '@/lib/api/query-client';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { writeJson } from '@/lib/storage/storage';
import { PassengerCard } from './PassengerCard';
import { type Booking, type Departure, passengersQuery } from './queries';
import { useWaitingCounts } from './use-waiting-counts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    rpc,
    from: () => ({ select: () => ({ order: () => ({ abortSignal: async () => ({ data: [], error: null }) }) }) }),
  }),
}));

let line: boolean;
let result: object;
beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  writeJson('local', SESSION_KEY, { user: { id: 'elmer' } });
  line = false;
  result = { result: 'done' };
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line);
  const answered = (data: unknown) =>
    Object.assign(Promise.resolve({ data, error: null, status: 200 }), { abortSignal: () => answered(data) });
  rpc.mockImplementation((name: string, args: { p_reports: { key: string }[] }) =>
    answered(name === 'report_arrivals' ? args.p_reports.map(({ key }) => ({ key, ...result })) : []),
  );
});
afterEach(async () => {
  await inStore(QUEUE, 'readwrite', (store) => store.clear());
});

const DEPARTURE = {
  kind: 'experience',
  slot_id: 's1',
  service_date: '2026-11-22',
  arrived: 0,
  missed: 0,
  unpaid: 1,
  to_collect: 175.5,
} as Departure;
const DEPARTURES = [DEPARTURE];
const LIST = passengersQuery('elmer', DEPARTURE).queryKey;

function Head() {
  const [departure] = useWaitingCounts('elmer', DEPARTURES) ?? [];
  return <p>{`${departure?.arrived} here, ${departure?.unpaid} unpaid, ${departure?.to_collect} to collect`}</p>;
}

function show() {
  const client = createQueryClient();
  const booking = {
    id: 'b1',
    status: 'ordered',
    check_in_status: 'pending',
    payment_status: 'pending',
    payment_method: 'cash',
    num_people: 2,
    to_pay: 175.5,
  };
  client.setQueryData(LIST, [booking as Booking]);
  return renderApp(
    <>
      <Head />
      <DockStatus userId="elmer" />
      <PassengerCard
        departureId="d1"
        booking={booking}
        name="Ana Cruz"
        note="2 guests"
        amount={175.5}
        symbol="Q"
        contact={null}
        passports={[]}
        phase="left"
        timeZone="America/Guatemala"
        canUndo={false}
        list={LIST}
        all={['work']}
      />
    </>,
    { client },
  );
}

it('shows offline what was clicked and waits, and can undo it, and sends it when online', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: /^Ana Cruz/ }));
  await user.click(screen.getByRole('button', { name: 'Check in, Q175.50 received: Ana Cruz' }));
  expect(await screen.findByText('Not sent yet')).toBeVisible();
  expect(screen.getByText('2 here, 0 unpaid, 0 to collect')).toBeVisible();
  expect(screen.getByText('1 not sent yet')).toBeVisible();
  expect(screen.getByText('Checked In')).toBeVisible();
  expect(screen.getByText('Paid')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo: Ana Cruz' }));
  expect(await screen.findByText('2 not sent yet')).toBeVisible();
  expect(screen.getByText('0 here, 1 unpaid, 175.5 to collect')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check in, not paid: Ana Cruz' })).toBeVisible();
  expect(reportsIn(await waitingOf('elmer')).map(({ report }) => report)).toMatchObject([
    { action: 'checked_in', amount: 175.5, departure_id: 'd1' },
    { action: 'undo' },
  ]);

  line = true;
  globalThis.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/not sent yet/i)).toBeNull());
  const sent = rpc.mock.calls.filter(([name]) => name === 'report_arrivals');
  expect(sent).toHaveLength(1);
});

it('counts offline sales as not sent yet', async () => {
  await keepSale(aQueuedSale('elmer'));
  show();
  expect(await screen.findByText('1 not sent yet')).toBeVisible();
});

it('shows a refusal until it was read', async () => {
  result = { result: 'refused', code: 'check_in_not_assigned' };
  const { user } = show();
  await user.click(screen.getByRole('button', { name: /^Ana Cruz/ }));
  await user.click(screen.getByRole('button', { name: 'Check in, not paid: Ana Cruz' }));
  await screen.findByText('1 not sent yet');
  line = true;
  globalThis.dispatchEvent(new Event('online'));
  expect(await screen.findByText("We couldn't accept this: You are not assigned to this experience")).toBeVisible();
  expect(screen.getByText('This report needs review. See above.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByText(/^We couldn't accept this/)).toBeNull());
  expect(await queueOf('elmer')).toEqual([]);
});

it('can send now on a day that has only dock sales to send', async () => {
  line = true;
  const sell = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ data: { result: 'sold', sale: { sale_id: 'w1' } }, error: null, status: 200 });
  const answer = rpc.getMockImplementation();
  rpc.mockImplementation((name: string, args: object) => (name === 'sell_reserved' ? sell() : answer?.(name, args)));
  await keepSale(aQueuedSale('elmer'));
  const { user } = renderApp(<DockStatus userId="elmer" />);
  expect(await screen.findByText('1 not sent yet')).toBeVisible();
  await waitFor(() => expect(sell).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText('1 not sent yet')).toBeNull());
  expect(await queueOf('elmer')).toMatchObject([{ state: 'done', saleId: 'w1' }]);
});
