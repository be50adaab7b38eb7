import 'fake-indexeddb/auto';
import { aQueuedSale } from '@tests/support/factories';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/lib/api/session';
import { writeJson } from '@/lib/storage/storage';
import type { DockReport } from './report';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const report = (key: string): DockReport => ({
  key,
  action: 'checked_in',
  booking_id: `booking-of-${key}`,
  at: '2026-11-27T14:00:00Z',
});
const reports = [
  { userId: 'elmer', report: report('sent'), state: 'done', settledAt: Date.now() },
  { userId: 'elmer', report: report('first'), state: 'waiting' },
  { userId: 'rosa', report: report('hers'), state: 'waiting' },
  { userId: 'elmer', report: report('second'), state: 'waiting' },
];

/** Creates the database as an earlier version of the app left it. */
const leaveOld = (version: number, stores: Record<string, object[]>) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.open('territorio', version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys').put('a key', 'elmer/work');
      for (const [name, entries] of Object.entries(stores)) {
        const store = request.result.createObjectStore(name, { keyPath: 'seq', autoIncrement: true });
        for (const entry of entries) store.add(entry);
      }
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });

beforeEach(() => {
  vi.resetModules();
  writeJson('local', SESSION_KEY, { user: { id: 'elmer' } });
  rpc.mockImplementation(async (name: string, args: { p_reports?: DockReport[] }) => ({
    data:
      name === 'report_arrivals'
        ? args.p_reports?.map(({ key }) => ({ key, result: 'done' }))
        : { result: 'sold', sale: { sale_id: 'w1' } },
    error: null,
    status: 200,
  }));
});
afterEach(async () => {
  rpc.mockReset();
  const { inStore, QUEUE } = await import('@/lib/offline/database');
  await inStore(QUEUE, 'readwrite', (store) => {
    // Closes the database, so that the next test starts without one.
    store.transaction.db.close();
    return store.clear();
  });
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('territorio').onsuccess = resolve;
  });
});

it.each([
  ['check-ins and sales of version 2', 2, { 'dock-reports': reports, 'dock-sales': [aQueuedSale('elmer')] }, 1],
  ['check-ins of version 1', 1, { 'dock-reports': reports }, 0],
])('sends queued %s after the update, in their order', async (_, version, stores, sales) => {
  await leaveOld(version, stores);
  const { queueOf, waitingOf } = await import('./queue');
  const { sendQueue } = await import('./send');
  const { inStore, KEYS } = await import('@/lib/offline/database');
  expect(await waitingOf('elmer')).toHaveLength(2 + sales);
  expect(await sendQueue('elmer')).toEqual({ sent: true, refusal: null });
  const sent = rpc.mock.calls.map(([name, { p, p_reports }]) =>
    name === 'report_arrivals' ? p_reports.map(({ key }: DockReport) => key) : p.idempotency_key,
  );
  expect(sent).toEqual([['first', 'second'], ...(sales ? [aQueuedSale('elmer').sale.idempotency_key] : [])]);
  expect((await queueOf('elmer')).map(({ state }) => state)).toEqual(Array(3 + sales).fill('done'));
  expect(await waitingOf('rosa')).toHaveLength(1);
  expect(await inStore(KEYS, 'readonly', (keys) => keys.get('elmer/work'))).toBe('a key');
});

it('stores new reports on a phone that had none', async () => {
  const { keepReport, waitingOf } = await import('./queue');
  await keepReport('elmer', report('new'));
  expect(await waitingOf('elmer')).toHaveLength(1);
});
