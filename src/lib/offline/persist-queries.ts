import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { storedUser } from '@/lib/api/session';
import { clearPersistedFor, persistedFor, setPersistedFor } from './owner.ts';
import { isTrip, isWork, keptOf, persisted, persistedTrips, rolesOf } from './persisted.ts';
import { dropKeys, seal, sealingKey, unseal } from './seal.ts';
import { resetStartPage } from './start-page.ts';

/** Caches of the browser that begin so hold somebody's queries. */
const PREFIX = 'territorio-queries-';
/** Each encrypted with a key of its own, which goes when nothing of it matters any more: lists of work soon, a person's own trips later. */
const PARTS = ['own', 'work'] as const;
type Part = (typeof PARTS)[number];
/** How the service worker sends what waits (scripts/build/service-worker/dock.js). */
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
/** Only the signed-in person's; also while they are just signing out. */
const isHere = (userId: string) => storedUser()?.id === userId;
/** Absent on plain http, except on this machine itself. */
const store = (): CacheStorage | undefined => globalThis.caches;

let last: Promise<unknown> = Promise.resolve();
/** The users whose persisted queries this page has restored. */
let restoredFor: string | null = null;

/** Writing, reading and deleting come one after another: what overlapped would take half of the other away. */
function inTurn<T>(step: () => Promise<T>): Promise<T> {
  const done = last.then(step);
  last = done.catch(() => undefined);
  return done;
}

/** Writes what the person has read, in place of what was there. Encrypted (docs/decisions/0061); nothing is written where that cannot be. */
export const persistQueries = (client: QueryClient, userId: string): Promise<void> =>
  inTurn(async () => {
    if (!isHere(userId)) return;
    if (persistedFor() !== userId) restoredFor = userId;
    // A page that is shown before that would else take away what it has not read itself.
    const notYetBack = restoredFor === userId ? [] : (await read(userId)).filter(([key]) => isUnread(client, key));
    // First: what is on the phone without a note would never be deleted.
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

/** Seals a text beside the queries, with which it goes; `until`, in ms: then it is noise. */
export const persistText = (userId: string, name: Text, text: string, until: number): Promise<void> =>
  inTurn(async () => {
    if (!isHere(userId)) return;
    setPersistedFor(userId);
    const place = await store()?.open(PREFIX + userId);
    if (!place) return;
    await write(place, userId, name, text, until);
    if (!isHere(userId)) await clear();
  });

/** All that is worth keeping. A person's own name and roles stay as long as the last of their trips: without them no page of theirs opens. */
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

/** Puts what was persisted for this person back, as old as it is: it is shown at once and asked for again. */
export async function restoreQueries(client: QueryClient, userId: string): Promise<void> {
  const entries = await inTurn(() => read(userId)).catch(() => []);
  if (entries.length === 0) await clearPersistedQueries();
  if (!isHere(userId)) return;
  restoredFor = userId;
  for (const [queryKey, data, updatedAt, roles, until] of entries) {
    // Who looks at it says anew what of it is kept; until then all of it is, as long as was said before.
    const options = roles.length > 0 ? persisted(...roles) : persistedTrips((now) => ({ data: now, until }));
    const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey, ...options }));
    if (query.state.dataUpdatedAt >= updatedAt) continue;
    query.setData(data, { updatedAt, manual: true });
    // However young it is: what was done just before a reload may not be in it.
    query.invalidate();
  }
}

const listsOf = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ meta, state }) => isWork(meta) && state.data !== undefined);

/** What is shown of it goes from the screen too; `refusal` then stands in its place. */
function empty(query: Query, refusal: Error | null): void {
  // A fetch that is under way and ends with its page would put back what was there when it began.
  void query.cancel({ silent: true });
  query.setState({
    data: undefined,
    fetchStatus: 'idle',
    dataUpdatedAt: 0,
    ...(refusal ? { status: 'error', error: refusal } : { status: query.state.error ? 'error' : 'pending' }),
  });
}

/** Deletes the lists that nobody with these roles may read, in this page and on the phone. */
export async function dropLists(client: QueryClient, roles: readonly string[]): Promise<void> {
  const ended = listsOf(client).filter(({ meta }) => !rolesOf(meta)?.some((role) => roles.includes(role)));
  for (const query of ended) empty(query, null);
  if (ended.length > 0) await clearPersistedQueries();
}

/**
 * The server has refused to read this list again. Deletes it; and where it was the person that was refused rather than this one
 * list, all lists. What may still be read is read and persisted again.
 */
export async function dropRefused(client: QueryClient, userId: string, query: Query, refusal: Error): Promise<void> {
  const onlyThis = 'status' in refusal && refusal.status === 404;
  for (const one of onlyThis ? [query] : listsOf(client)) empty(one, refusal);
  await (onlyThis ? persistQueries(client, userId) : clearPersistedQueries());
}

/** Deletes what is persisted, whoever it was for. The app's own files stay: they say nothing about anybody. */
export const clearPersistedQueries = (): Promise<void> => inTurn(clear);

async function clear(): Promise<void> {
  await dropKeys().catch(() => undefined);
  const names = (await store()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => store()?.delete(name)));
  clearPersistedFor();
  await resetStartPage().catch(() => undefined);
}
