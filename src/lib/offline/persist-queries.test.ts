import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { Caches } from '@tests/support/caches';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { SESSION_KEY } from '@/lib/api/session';
import { writeJson } from '@/lib/storage/storage';
import { persistedFor } from './owner.ts';
import { clearPersistedQueries, dropLists, dropRefused, persistQueries, restoreQueries } from './persist-queries.ts';
import { MAX_AGE_MS, persisted, persistedTrips } from './persisted.ts';
import { unseal } from './seal.ts';

let caches: Caches;
const signIn = (id: string) => writeJson('local', SESSION_KEY, { user: { id } });

beforeEach(() => {
  caches = new Caches();
  vi.stubGlobal('caches', caches);
  // jsdom doesn't provide it.
  vi.stubGlobal('crypto', webcrypto);
  signIn('elmer');
});

/** Creates a browser in which Elmer has loaded his day. */
async function elmersDay(updatedAt = Date.now()) {
  const client = new QueryClient();
  client.setQueryDefaults(['guide'], persisted('tour_guide'));
  client.setQueryDefaults(['profile'], persisted());
  client.setQueryData(['guide', 'elmer', 'guests'], [{ name: 'Anna' }], { updatedAt });
  client.setQueryData(['profile', 'elmer'], { full_name: 'Elmer' }, { updatedAt });
  client.setQueryData(['messages'], ['not kept']);
  await persistQueries(client, 'elmer');
  return { updatedAt, client };
}

it('restores what was loaded with its age, and only what is stored', async () => {
  const { updatedAt: readAt } = await elmersDay(Date.now() - 60_000);
  expect(persistedFor()).toBe('elmer');
  const after = new QueryClient();
  await restoreQueries(after, 'elmer');
  const key = ['guide', 'elmer', 'guests'];
  expect(after.getQueryData(key)).toEqual([{ name: 'Anna' }]);
  expect(after.getQueryState(key)?.dataUpdatedAt).toBe(readAt);
  expect(after.getQueryData(['messages'])).toBeUndefined();
  // Restored data is persisted again, even if no one has looked at it since.
  await persistQueries(after, 'elmer');
  const again = new QueryClient();
  await restoreQueries(again, 'elmer');
  expect(again.getQueryData(key)).toHaveLength(1);
});

it('refetches restored data, however recent', async () => {
  await elmersDay();
  const after = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  await restoreQueries(after, 'elmer');
  const queryKey = ['guide', 'elmer', 'guests'];
  expect(after.getQueryData(queryKey)).toHaveLength(1);
  expect(await after.fetchQuery({ queryKey, queryFn: () => ['Anna', 'Ben'] })).toHaveLength(2);
});

it('keeps stored data when a page writes before it is restored', async () => {
  await elmersDay();
  // A newly opened page that hasn't restored anything yet.
  vi.resetModules();
  const fresh = await import('./persist-queries.ts');
  const opened = new QueryClient();
  opened.setQueryDefaults(['profile'], persisted());
  opened.setQueryData(['profile', 'elmer'], { full_name: 'Elmer Tun' });
  await fresh.persistQueries(opened, 'elmer');
  await fresh.restoreQueries(opened, 'elmer');
  expect(opened.getQueryData(['guide', 'elmer', 'guests'])).toEqual([{ name: 'Anna' }]);
  expect(opened.getQueryData(['profile', 'elmer'])).toEqual({ full_name: 'Elmer Tun' });
});

it('keeps newer data of the page', async () => {
  await elmersDay(Date.now() - 60_000);
  const after = new QueryClient();
  after.setQueryData(['guide', 'elmer', 'guests'], []);
  await restoreQueries(after, 'elmer');
  expect(after.getQueryData(['guide', 'elmer', 'guests'])).toEqual([]);
});

it('restores nothing for another person, and deletes expired data', async () => {
  await elmersDay();
  signIn('rony');
  const ronys = new QueryClient();
  await restoreQueries(ronys, 'rony');
  expect(ronys.getQueryCache().getAll()).toEqual([]);
  expect(caches.held.size).toBe(0);

  signIn('elmer');
  await elmersDay();
  vi.useFakeTimers({ now: Date.now() + MAX_AGE_MS + 1, toFake: ['Date'] });
  const late = new QueryClient();
  await restoreQueries(late, 'elmer');
  vi.useRealTimers();
  expect(late.getQueryCache().getAll()).toEqual([]);
  expect(caches.held.size).toBe(0);
  expect(persistedFor()).toBeNull();
});

it('leaves nothing after signing out, even while writing', async () => {
  await elmersDay();
  const rest = ['territorio-app-/guide-dashboard-1', 'of another app'];
  for (const name of rest) caches.held.set(name, new Map());
  await clearPersistedQueries();
  expect([...caches.held.keys()]).toEqual(rest);
  expect(persistedFor()).toBeNull();

  const open = caches.open.bind(caches);
  caches.open = async (name) => {
    localStorage.removeItem(SESSION_KEY);
    return open(name);
  };
  await elmersDay();
  expect([...caches.held.keys()]).toEqual(rest);
});

/** Returns the data stored on the phone. */
const persistedBytes = async (part = 'work') =>
  (await caches.match(`/persisted-queries/${part}`, { cacheName: 'territorio-queries-elmer' }))?.arrayBuffer();

const persistedText = async () => {
  const texts = ['own', 'work'].map(async (part) =>
    unseal(`elmer/${part}`, (await persistedBytes(part)) ?? new ArrayBuffer(0)),
  );
  return (await Promise.all(texts)).join('');
};
const GUESTS = ['guide', 'elmer', 'guests'];

it('drops a list whose role has ended, even in a page just opened', async () => {
  await elmersDay();
  const { client } = await elmersDay();
  await dropLists(client, ['tourist', 'tour_guide']);
  expect(await persistedText()).toContain('Anna');
  const opened = new QueryClient();
  await restoreQueries(opened, 'elmer');
  for (const one of [client, opened]) {
    expect(one.getQueryData(GUESTS)).toHaveLength(1);
    await dropLists(one, ['tourist', 'shuttle_driver']);
    expect(one.getQueryData(GUESTS)).toBeUndefined();
    expect(one.getQueryData(['profile', 'elmer'])).toBeDefined();
    expect(caches.held.size).toBe(0);
  }
  await persistQueries(client, 'elmer');
  expect(await persistedText()).not.toContain('Anna');
});

it('does not restore a list that was being reloaded when its page closed', async () => {
  const { client } = await elmersDay();
  // A response that never comes, for a request that ends with its page.
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  const close = new QueryObserver(client, { queryKey: GUESTS, queryFn }).subscribe(() => undefined);
  expect(client.isFetching({ queryKey: GUESTS })).toBe(1);
  await dropLists(client, ['tourist']);
  close();
  expect(client.getQueryData(GUESTS)).toBeUndefined();
});

it('drops all lists of a refused person, and shows the refusal; one missing list affects no other', async () => {
  const { client } = await elmersDay();
  client.setQueryData(['guide', 'elmer', 'run'], [{ name: 'Lena' }]);
  await persistQueries(client, 'elmer');
  const find = (key: string[]) => {
    const query = client.getQueryCache().find({ queryKey: key });
    if (!query) throw new Error('It is not in the cache.');
    return query;
  };
  const run = find(['guide', 'elmer', 'run']);
  await dropRefused(client, 'elmer', run, new AppError('departure_not_found', 'Gone', { status: 404 }));
  expect(run.state).toMatchObject({ data: undefined, status: 'error' });
  expect(await persistedText()).toMatch(/Anna/);
  expect(await persistedText()).not.toMatch(/Lena/);

  const refusal = new AppError('forbidden', 'No', { status: 403 });
  await dropRefused(client, 'elmer', run, refusal);
  expect(find(GUESTS).state).toMatchObject({ data: undefined, status: 'error', error: refusal });
  expect(caches.held.size).toBe(0);
  expect(client.getQueryData(['messages'])).toEqual(['not kept']);
});

it('opens the home screen at home again, with the day', async () => {
  caches.held.set('territorio-start', new Map());
  await clearPersistedQueries();
  // There is no start page yet, and no page whose files are kept.
  const start = caches.held.get('territorio-start');
  expect([...(start?.keys() ?? [])]).toEqual(['/pages']);
  expect(await start?.get('/pages')?.text()).toBe('[]');
});

const DAY_MS = 24 * 60 * 60_000;
/** Returns a guest's phone with a trip in five days, one in forty, and the profile, all just loaded. */
async function tripsOfElmer() {
  const client = new QueryClient();
  const now = Date.now();
  for (const days of [5, 40]) {
    const until = now + days * DAY_MS;
    client.setQueryDefaults(
      ['trip', days],
      persistedTrips((data) => ({ data, until })),
    );
    client.setQueryData(['trip', days], `in ${days} days`);
  }
  client.setQueryDefaults(
    ['void trip'],
    persistedTrips(() => null),
  );
  client.setQueryData(['void trip'], 'cancelled');
  client.setQueryDefaults(['profile'], persisted());
  client.setQueryData(['profile', 'elmer'], { full_name: 'Elmer' });
  client.setQueryDefaults(['guide'], persisted('tour_guide'));
  client.setQueryData(['guide', 'elmer', 'guests'], ['Anna']);
  await persistQueries(client, 'elmer');
}

it("keeps a trip's data as long as needed, and the person's name with the last of it", async () => {
  await tripsOfElmer();
  expect(await persistedText()).not.toContain('cancelled');
  const start = Date.now();
  const after = async (days: number) => {
    vi.useFakeTimers({ now: start + days * DAY_MS, toFake: ['Date'] });
    const client = new QueryClient();
    await restoreQueries(client, 'elmer');
    // A page that hasn't loaded any of them persists again.
    await persistQueries(client, 'elmer');
    vi.useRealTimers();
    return client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey.join(' '));
  };
  expect(await after(1)).toEqual(['trip 5', 'trip 40', 'profile elmer', 'guide elmer guests']);
  expect(await after(4)).toEqual(['trip 5', 'trip 40', 'profile elmer']);
  expect(await after(39)).toEqual(['trip 40', 'profile elmer']);
  expect(await after(41)).toEqual([]);
});

it('is stored encrypted, and copies are unreadable after signing out', async () => {
  await elmersDay();
  const copied = (await persistedBytes()) ?? new ArrayBuffer(0);
  expect(copied.byteLength).toBeGreaterThan(100);
  expect(new TextDecoder().decode(copied)).not.toMatch(/Anna|guests|full_name/);
  expect(await unseal('elmer/work', copied)).toContain('Anna');
  await clearPersistedQueries();
  await elmersDay();
  expect(await unseal('elmer/work', copied)).toBeNull();
});

it("stores nothing if it can't be encrypted", async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Not here', 'SecurityError');
    },
  });
  vi.resetModules();
  const fresh = await import('./persist-queries.ts');
  const client = new QueryClient();
  client.setQueryDefaults(['guide'], persisted('tour_guide'));
  client.setQueryData(GUESTS, [{ name: 'Anna' }]);
  await expect(fresh.persistQueries(client, 'elmer')).rejects.toThrow('Not here');
  expect(await persistedBytes()).toBeUndefined();
});
