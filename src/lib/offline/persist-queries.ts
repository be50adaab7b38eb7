import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { storedUser } from '@/lib/api/session';
import { clearPersistedFor, persistedFor, setPersistedFor } from './owner.ts';
import { isTrip, isWork, keptOf, persisted, persistedTrips, rolesOf } from './persisted.ts';
import { dropKeys, seal, sealingKey, unseal } from './seal.ts';
import { resetStartPage } from './start-page.ts';

/** The prefix of the browser caches that hold a person's queries. */
const PREFIX = 'territorio-queries-';
/**
 * Each cache is encrypted with its own key, which is deleted when its data expires. Work lists expire soon, and a
 * person's own trips later.
 */
const PARTS = ['own', 'work'] as const;
type Part = (typeof PARTS)[number];
/** The text that tells the service worker how to send the queue (scripts/build/service-worker/dock.js). */
type Text = 'sender';
const pathOf = (part: Part | Text) => `/persisted-queries/${part}`;
const keyName = (userId: string, part: Part | Text) => `${userId}/${part}`;

type Entry = readonly [key: QueryKey, data: unknown, updatedAt: number, roles: string[], until: number];

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) &&
  Array.isArray(value[0]) &&
  typeof value[2] === 'number' &&
  Array.isArray(value[3]) &&
  typeof value[4] === 'number';

const isFresh = ([, , , , until]: Entry) => until > Date.now();
const isUnread = (client: QueryClient, key: QueryKey): boolean => client.getQueryData(key) === undefined;
const partOf = (entry: Entry): Part => (entry[3].length > 0 ? 'work' : 'own');
/** Returns whether this is the signed-in person, including while they sign out. */
const isHere = (userId: string) => storedUser()?.id === userId;
/** Browsers don't provide it on plain http, except on localhost. */
const store = (): CacheStorage | undefined => globalThis.caches;

let last: Promise<unknown> = Promise.resolve();
/** The person whose queries this page has restored. */
let restoredFor: string | null = null;

/** Runs reads, writes and deletions one after another, because overlapping ones would lose data. */
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const done = last.then(step);
  last = done.catch(() => undefined);
  return done;
}

/**
 * Writes the person's data in place of the old data. It is encrypted (docs/decisions/0061), and nothing is written
 * if encryption isn't available.
 */
export const persistQueries = (client: QueryClient, userId: string): Promise<void> =>
  inTurn(async () => {
    if (!isHere(userId)) return;
    if (persistedFor() !== userId) restoredFor = userId;
    // Otherwise a page shown before restoring would remove data that it hasn't read.
    const notYetBack = restoredFor === userId ? [] : (await read(userId)).filter(([key]) => isUnread(client, key));
    // This note is written first, because data without it would never be deleted.
    setPersistedFor(userId);
    const place = await store()?.open(PREFIX + userId);
    if (!place) return;
    for (const part of PARTS) {
      const entries = [...entriesOf(client), ...notYetBack].filter((entry) => partOf(entry) === part);
      const until = Math.max(Date.now(), ...entries.map((entry) => entry[4]));
      await write(place, userId, part, JSON.stringify(entries), until);
    }
    if (!isHere(userId)) await clear();
  });

async function write(place: Cache, userId: string, part: Part | Text, text: string, until: number): Promise<void> {
  const sealed = await seal(await sealingKey(keyName(userId, part), until), text);
  await place.put(pathOf(part), new Response(sealed));
}

/**
 * Encrypts a text that is stored beside the queries and deleted with them. It can't be read after `until`
 * (milliseconds).
 */
export const persistText = (userId: string, name: Text, text: string, until: number): Promise<void> =>
  inTurn(async () => {
    if (!isHere(userId)) return;
    setPersistedFor(userId);
    const place = await store()?.open(PREFIX + userId);
    if (!place) return;
    await write(place, userId, name, text, until);
    if (!isHere(userId)) await clear();
  });

/**
 * Returns everything worth keeping. The person's name and roles are kept as long as their last trip, because no
 * page opens without them.
 */
function entriesOf(client: QueryClient): Entry[] {
  const found = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state, meta }) => {
      const roles = rolesOf(meta);
      const kept = roles && state.data !== undefined && keptOf(meta, state.data, state.dataUpdatedAt);
      return kept ? [{ ...kept, queryKey, roles, at: state.dataUpdatedAt, isTrip: isTrip(meta) }] : [];
    });
  const last = Math.max(...found.filter((one) => one.isTrip).map(({ until }) => until));
  return found
    .map(({ queryKey, data, at, roles, until, isTrip: trip }): Entry => {
      const own = roles.length === 0 && !trip;
      return [queryKey, data, at, roles, own ? Math.max(until, last) : until];
    })
    .filter(isFresh);
}

async function read(userId: string): Promise<Entry[]> {
  const read = await Promise.all(PARTS.map((part) => readPart(userId, part)));
  return read.flat();
}

async function readPart(userId: string, part: Part): Promise<Entry[]> {
  const found = await store()?.match(pathOf(part), { cacheName: PREFIX + userId });
  const text = found ? await unseal(keyName(userId, part), await found.arrayBuffer()) : null;
  const entries: unknown = text && JSON.parse(text);
  return Array.isArray(entries) ? entries.filter(isEntry).filter(isFresh) : [];
}

/** Restores this person's data with its age. It is shown at once and refetched. */
export async function restoreQueries(client: QueryClient, userId: string): Promise<void> {
  const entries = await inTurn(() => read(userId)).catch(() => []);
  if (entries.length === 0) await clearPersistedQueries();
  if (!isHere(userId)) return;
  restoredFor = userId;
  for (const [queryKey, data, updatedAt, roles, until] of entries) {
    // The page that shows a query decides what to keep of it. Until then, everything is kept for the shorter time.
    const options = roles.length > 0 ? persisted(...roles) : persistedTrips((now) => ({ data: now, until }));
    const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey, ...options }));
    if (query.state.dataUpdatedAt >= updatedAt) continue;
    query.setData(data, { updatedAt, manual: true });
    // The data is refetched however fresh it is, because it may lack an action made just before a reload.
    query.invalidate();
  }
}

const listsOf = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ meta, state }) => isWork(meta) && state.data !== undefined);

/** Removes a query's data from the screen. `refusal` is shown instead. */
function empty(query: Query, refusal: Error | null): void {
  // A running request that ends with its page would restore the old data.
  void query.cancel({ silent: true });
  query.setState({
    data: undefined,
    fetchStatus: 'idle',
    dataUpdatedAt: 0,
    ...(refusal ? { status: 'error', error: refusal } : { status: query.state.error ? 'error' : 'pending' }),
  });
}

/** Deletes lists that need roles the person no longer has, in this page and on the phone. */
export async function dropLists(client: QueryClient, roles: readonly string[]): Promise<void> {
  const ended = listsOf(client).filter(({ meta }) => !rolesOf(meta)?.some((role) => roles.includes(role)));
  for (const query of ended) empty(query, null);
  if (ended.length > 0) await clearPersistedQueries();
}

/**
 * Handles the server's refusal to read this list again. Deletes the list, or all lists if the person was refused
 * rather than the list. Lists that may still be read are fetched and persisted again.
 */
export async function dropRefused(client: QueryClient, userId: string, query: Query, refusal: Error): Promise<void> {
  const onlyThis = 'status' in refusal && refusal.status === 404;
  for (const one of onlyThis ? [query] : listsOf(client)) empty(one, refusal);
  await (onlyThis ? persistQueries(client, userId) : clearPersistedQueries());
}

/** Deletes all persisted data of any person. The app's files stay, because they contain no personal data. */
export const clearPersistedQueries = (): Promise<void> => inTurn(clear);

async function clear(): Promise<void> {
  await dropKeys().catch(() => undefined);
  const names = (await store()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => store()?.delete(name)));
  clearPersistedFor();
  await resetStartPage().catch(() => undefined);
}
