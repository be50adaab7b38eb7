import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { storedUser } from '../session-source.ts';
import { KEPT_MS, kept, noteKeptFor, noteNothingKept } from './kept.ts';

/** Caches of the browser that begin so hold somebody's day. */
const PREFIX = 'territorio-day-';
const ADDRESS = '/kept-day';

type Entry = readonly [key: QueryKey, data: unknown, updatedAt: number];

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && Array.isArray(value[0]) && typeof value[2] === 'number';

/** Where a passport's photo lies is not written down, whatever list it stands in. */
const withoutPassports = (field: string, value: unknown) => (field === 'passport_image' ? null : value);

const isFresh = (updatedAt: number) => updatedAt > Date.now() - KEPT_MS;
/** Only the signed-in person's; also while they are just signing out. */
const isHere = (userId: string) => storedUser()?.id === userId;
/** Absent on plain http, except on this machine itself. */
const store = (): CacheStorage | undefined => globalThis.caches;

/** Writes what the person has read down, in place of what was there. */
export async function keepDay(client: QueryClient, userId: string): Promise<void> {
  if (!isHere(userId)) return;
  const entries = client
    .getQueryCache()
    .getAll()
    .filter(({ meta, state }) => meta?.kept === true && state.data !== undefined && isFresh(state.dataUpdatedAt))
    .map(({ queryKey, state }): Entry => [queryKey, state.data, state.dataUpdatedAt]);
  // First: what is on the phone without a note would never be deleted.
  noteKeptFor(userId);
  const place = await store()?.open(PREFIX + userId);
  await place?.put(ADDRESS, new Response(JSON.stringify(entries, withoutPassports)));
  if (!isHere(userId)) await forgetDay();
}

async function read(userId: string): Promise<Entry[]> {
  const found = await store()?.match(ADDRESS, { cacheName: PREFIX + userId });
  const entries: unknown = await found?.json();
  return Array.isArray(entries) ? entries.filter(isEntry).filter((entry) => isFresh(entry[2])) : [];
}

/** Puts what was kept for this person back, as old as it is: it is shown at once and asked for again. */
export async function recallDay(client: QueryClient, userId: string): Promise<void> {
  const entries = await read(userId).catch(() => []);
  if (entries.length === 0) await forgetDay();
  if (!isHere(userId)) return;
  for (const [queryKey, data, updatedAt] of entries) {
    const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey, ...kept }));
    if (query.state.dataUpdatedAt < updatedAt) query.setData(data, { updatedAt, manual: true });
  }
}

/** Deletes what is kept, whoever it was kept for. The app's own files stay: they say nothing about anybody. */
export async function forgetDay(): Promise<void> {
  const names = (await store()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => store()?.delete(name)));
  noteNothingKept();
}
