import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { Caches } from '@tests/support/caches';
import { aQueuedSale } from '@tests/support/factories';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, KEYS, QUEUE } from '@/lib/offline/database';
import { clearPersistedQueries } from '@/lib/offline/persist-queries';
import { seal, sealingKey, unseal } from '@/lib/offline/seal';
import { removeText, writeJson } from '@/lib/storage/storage';
import source from '../../../../scripts/build/service-worker/dock.js?raw';
import { keepReport, keepSale, waitingOf } from './queue';
import type { DockReport } from './report';

const HOUR_MS = 3_600_000;
const register = vi.fn();
const fetch = vi.fn();
let caches: Caches;

const inSeconds = (ms: number) => Math.round((Date.now() + ms) / 1000);
const signIn = (id: string, expires_at = inSeconds(HOUR_MS)) =>
  writeJson('local', SESSION_KEY, { user: { id }, access_token: `token-of-${id}`, expires_at });
const did = (n: number): DockReport => ({
  key: `key-${n}`,
  action: 'checked_in',
  booking_id: `b${n}`,
  at: '2026-11-27T14:00:00Z',
});

/** Stores offline actions with these keys. */
async function press(userId: string, ...numbers: number[]) {
  for (const n of numbers) await keepReport(userId, did(n));
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(numbers.length));
}

/** Wakes the worker as the browser does without an open page. Rejects if the browser should try again. */
async function wake(kind: string, event: object = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    indexedDB,
    addEventListener: (name: string, one: (event: object) => void) => listeners.set(name, one),
  };
  new Function('self', 'caches', 'fetch', source)(self, caches, fetch);
  const waits: Promise<unknown>[] = [];
  listeners.get(kind)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}
const sync = () => wake('sync', { tag: QUEUE });

const answers = (result: string, status = 200) =>
  fetch.mockImplementation(async (_: string, { body }: { body: string }) =>
    Response.json(
      JSON.parse(body).p_reports.map(({ key }: DockReport) => ({ key, result })),
      { status },
    ),
  );
const sentKeys = () =>
  fetch.mock.calls.map(([, { body }]) => JSON.parse(body).p_reports.map(({ key }: DockReport) => key));

beforeEach(() => {
  caches = new Caches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('crypto', webcrypto);
  const registration = { scope: `${location.origin}/`, sync: { register } };
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistrations: async () => [registration] } });
  signIn('elmer');
  answers('done');
});
afterEach(async () => {
  vi.clearAllMocks();
  for (const store of [QUEUE, KEYS]) await inStore(store, 'readwrite', (one) => one.clear());
});

it('sends queued reports like the page, in their order, and leaves the queue to the page', async () => {
  const all = Array.from({ length: 23 }, (_, n) => n);
  await press('elmer', ...all);
  await sync();
  expect(sentKeys().map((keys) => keys.length)).toEqual([20, 3]);
  expect(sentKeys().flat()).toEqual(all.map((n) => `key-${n}`));
  const [address, { method, headers }] = fetch.mock.calls[0] ?? [];
  expect(address).toBe(`${location.origin}/rest/v1/rpc/report_arrivals`);
  expect({ method, headers }).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer token-of-elmer' } });
  expect(headers.apikey).toMatch(/^sb_publishable/);
  expect(await waitingOf('elmer')).toHaveLength(all.length);
});

it('leaves sales to the page', async () => {
  await keepSale(aQueuedSale('elmer'));
  await press('elmer', 1);
  await sync();
  expect(sentKeys()).toEqual([['key-1']]);
  expect(await waitingOf('elmer')).toHaveLength(2);
});

it('stores nothing unencrypted on the phone', async () => {
  await press('elmer', 1);
  const sealed = await caches.held.get('territorio-queries-elmer')?.get('/persisted-queries/sender')?.arrayBuffer();
  expect(new TextDecoder().decode(sealed)).not.toContain('token');
  expect(await unseal('elmer/sender', sealed ?? new ArrayBuffer(0))).toContain('token-of-elmer');
});

it.each<[string, () => unknown]>([
  ['after a sign-out', clearPersistedQueries],
  ['with a session that is over', () => vi.setSystemTime(Date.now() + HOUR_MS + 1000)],
  ['what somebody else did on this phone', () => inStore(QUEUE, 'readwrite', (store) => store.clear())],
])('sends nothing %s', async (_, happens) => {
  await press('elmer', 1);
  await happens();
  await inStore(QUEUE, 'readwrite', (store) => store.add({ userId: 'rosa', report: did(2), state: 'waiting' }));
  await sync();
  vi.useRealTimers();
  expect(fetch).not.toHaveBeenCalled();
});

it("does nothing if nobody is signed in, the session has ended, or the browser can't", async () => {
  signIn('elmer', inSeconds(-1000));
  await keepReport('elmer', did(1));
  removeText('local', SESSION_KEY);
  await keepReport('elmer', did(2));
  signIn('elmer');
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistrations: async () => [] } });
  await keepReport('elmer', did(3));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(register).not.toHaveBeenCalled();
  expect([...caches.held.keys()]).toEqual([]);
  expect(await waitingOf('elmer')).toHaveLength(3);
});

it('does not send on what is refused, and the page explains it', async () => {
  await press('elmer', ...Array.from({ length: 21 }, (_, n) => n));
  answers('', 403);
  await sync();
  expect(fetch).toHaveBeenCalledOnce();
});

it('asks the browser to retry if the connection drops, or not all could be tried', async () => {
  await press('elmer', 1);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(sync()).rejects.toThrow('Failed to fetch');
  answers('', 503);
  await expect(sync()).rejects.toThrow('cannot take it now');
  answers('again');
  await expect(sync()).rejects.toThrow('Not all of it');
  answers('done');
  await sync();
});

it.each([
  ['sync', { tag: 'another' }],
  ['push', {}],
  ['fetch', { request: { mode: 'navigate' } }],
])('deletes the expired keys, and no other, when a %s wakes it', async (kind, event) => {
  const old = await seal(await sealingKey('elmer/work', Date.now() + HOUR_MS), 'Anna Keller');
  await sealingKey('elmer/own', Date.now() + 3 * HOUR_MS);
  const names = () => inStore(KEYS, 'readonly', (keys) => keys.getAllKeys());
  await wake(kind, event);
  expect(await names()).toEqual(['elmer/own', 'elmer/work']);
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  await wake(kind, event);
  vi.useRealTimers();
  expect(await names()).toEqual(['elmer/own']);
  expect(await unseal('elmer/work', old.buffer)).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});

it("changes nothing on a phone without the app's data", async () => {
  indexedDB.deleteDatabase('territorio');
  await wake('push');
  await sync();
  expect(fetch).not.toHaveBeenCalled();
});
