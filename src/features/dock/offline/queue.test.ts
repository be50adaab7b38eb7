import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import { aQueuedSale } from '@tests/support/factories';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { writeJson } from '@/lib/storage/storage';
import {
  dismiss,
  forgetOld,
  keepReport,
  keepSale,
  queueOf,
  readQueue,
  reportsIn,
  useReports,
  waitingOf,
} from './queue';
import type { DockReport } from './report';
import { sendQueue } from './send';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const signIn = (id: string) => writeJson('local', SESSION_KEY, { user: { id } });
let count = 0;
const did = (booking_id: string, action: DockReport['action'] = 'checked_in'): DockReport => {
  count += 1;
  return { key: `key-${count}`, action, booking_id, at: new Date().toISOString() };
};
type Sent = { p_reports: DockReport[] };
/** A server with these results. `lost` means that reports are processed but the response is lost. */
const answer = (result: (report: DockReport) => object = () => ({ result: 'done' })) =>
  rpc.mockImplementation(async (_: string, { p_reports }: Sent) => ({
    data: p_reports.map((report) => ({ key: report.key, ...result(report) })),
    error: null,
    status: 200,
  }));
const sentKeys = () => rpc.mock.calls.map(([, { p_reports }]) => (p_reports as DockReport[]).map(({ key }) => key));

beforeEach(() => signIn('elmer'));
afterEach(async () => {
  rpc.mockReset();
  await inStore(QUEUE, 'readwrite', (store) => store.clear());
});

it('keeps the order, sends all once, and knows what was done', async () => {
  const reports = [did('a'), did('b', 'no_show'), did('a', 'undo')];
  for (const report of reports) await keepReport('elmer', report);
  answer();
  expect(await sendQueue('elmer')).toEqual({ sent: true, refusal: null });
  expect(sentKeys()).toEqual([reports.map(({ key }) => key)]);
  expect(await waitingOf('elmer')).toEqual([]);
  expect(await queueOf('elmer')).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'done' }]);
  expect(await sendQueue('elmer')).toEqual({ sent: false, refusal: null });
  expect(rpc).toHaveBeenCalledOnce();
});

it('sends lost reports again under the same key, in the same order', async () => {
  for (const id of ['a', 'b']) await keepReport('elmer', did(id));
  rpc.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await sendQueue('elmer')).toEqual({ sent: false, refusal: null });
  expect(await waitingOf('elmer')).toHaveLength(2);
  answer();
  await sendQueue('elmer');
  const [first, second] = sentKeys();
  expect(second).toEqual(first);
});

it('does not let a refused or conflicting one block others, and keeps it until it was read', async () => {
  for (const id of ['a', 'b', 'c']) await keepReport('elmer', did(id));
  answer(({ booking_id }) =>
    booking_id === 'a'
      ? { result: 'conflict', code: 'cancelled' }
      : booking_id === 'b'
        ? { result: 'refused', code: 'check_in_forbidden' }
        : { result: 'done' },
  );
  await sendQueue('elmer');
  const [conflict, refused] = await queueOf('elmer');
  expect([conflict, refused]).toMatchObject([
    { state: 'conflict', code: 'cancelled' },
    { state: 'refused', code: 'check_in_forbidden' },
  ]);
  await forgetOld('elmer');
  await dismiss(refused?.seq ?? 0);
  expect(await queueOf('elmer')).toHaveLength(2);
});

it('keeps what could not be tried, and does not retry endlessly', async () => {
  await keepReport('elmer', did('a'));
  answer(() => ({ result: 'again' }));
  expect(await sendQueue('elmer')).toEqual({ sent: false, refusal: null });
  expect(rpc).toHaveBeenCalledOnce();
  expect(await waitingOf('elmer')).toHaveLength(1);
});

it('loses nothing with an ended role: the refusal is shown, and it stays queued', async () => {
  await keepReport('elmer', did('a'));
  rpc.mockResolvedValue({
    data: null,
    error: { code: 'PT403', hint: 'check_in_forbidden', message: 'No' },
    status: 403,
  });
  expect(await sendQueue('elmer')).toMatchObject({ sent: false, refusal: { code: 'check_in_forbidden' } });
  expect(await waitingOf('elmer')).toHaveLength(1);
});

it('sends sales although the server refuses check-ins', async () => {
  await keepReport('elmer', did('a'));
  await keepSale(aQueuedSale('elmer'));
  rpc.mockImplementation(async (name: string) =>
    name === 'sell_reserved'
      ? { data: { result: 'sold', sale: { sale_id: 'w1' } }, error: null, status: 200 }
      : { data: null, error: { code: 'PT403', hint: 'check_in_forbidden', message: 'No' }, status: 403 },
  );
  expect(await sendQueue('elmer')).toMatchObject({ sent: true, refusal: { code: 'check_in_forbidden' } });
  expect((await queueOf('elmer')).map(({ state }) => state)).toEqual(['waiting', 'done']);
});

it('shows and sends nothing of it to another person on the phone', async () => {
  await keepReport('elmer', did('a'));
  signIn('rony');
  answer();
  expect(await waitingOf('rony')).toEqual([]);
  expect(await sendQueue('rony')).toEqual({ sent: false, refusal: null });
  expect(await sendQueue('elmer')).toEqual({ sent: false, refusal: null });
  expect(rpc).not.toHaveBeenCalled();
  signIn('elmer');
  expect(await sendQueue('elmer')).toEqual({ sent: true, refusal: null });
});

it('the queue is available to a page that was just opened, and contains no name', async () => {
  await keepReport('elmer', did('a'));
  vi.resetModules();
  const { waitingOf: after } = await import('./queue');
  const [kept] = reportsIn(await after('elmer'));
  expect(Object.keys(kept?.report ?? {}).sort()).toEqual(['action', 'at', 'booking_id', 'key']);
});

it('renders nothing again if nothing has changed, or responses are immediate', async () => {
  await keepReport('elmer', did('a'));
  const { result } = renderHook(() => useReports());
  await waitFor(() => expect(result.current).toMatchObject([{ state: 'waiting' }]));
  const shown = result.current;
  await readQueue();
  expect(result.current).toBe(shown);
  answer();
  await sendQueue('elmer');
  await waitFor(() => expect(result.current).toMatchObject([{ state: 'done' }]));
});
