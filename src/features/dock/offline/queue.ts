import { useSyncExternalStore } from 'react';
import { storedUser } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { sendInBackground } from './background';
import type { DockReport, QueuedReport, ReportState } from './report';
import type { QueuedSale } from './sale';

/** An action made offline. 'done' means that the server has it and no one needs to look. */
export type Queued = QueuedReport | QueuedSale;

/* The queue is stored in this browser's database. It keeps its order and survives a closed browser or an empty
   battery. An entry is visible to and sent for only the person who made it (docs/decisions/0061). */

const NOTHING: readonly Queued[] = [];
/** The entries that the screens show, which belong to `shownFor`. */
let shown = NOTHING;
let shownFor: string | null = null;
const subscribers = new Set<() => void>();
/** Notifies other tabs about changes. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`territorio-${QUEUE}`) : null;

const isWaiting = ({ state }: Queued): boolean => state === 'waiting';
export const reportsIn = (queue: readonly Queued[]) => queue.filter((one): one is QueuedReport => 'report' in one);
export const salesIn = (queue: readonly Queued[]) => queue.filter((one): one is QueuedSale => 'sale' in one);

/** Returns all entries of a person, oldest first. */
export async function queueOf(userId: string): Promise<Queued[]> {
  if (!globalThis.indexedDB) return [];
  const all: Queued[] = await inStore(QUEUE, 'readonly', (store) => store.getAll());
  return all.filter((entry) => entry.userId === userId);
}

/** Returns a person's entries that weren't sent yet. */
export const waitingOf = async (userId: string): Promise<Queued[]> => (await queueOf(userId)).filter(isWaiting);

/** An entry changes only when its response is recorded. */
const sameAs = (one: readonly Queued[], other: readonly Queued[]): boolean =>
  one.length === other.length &&
  one.every(({ seq, state, settledAt }, n) => {
    const now = other[n];
    return now?.seq === seq && now.state === state && now.settledAt === settledAt;
  });

export async function readQueue(): Promise<void> {
  const userId = storedUser()?.id ?? null;
  const kept = userId ? await queueOf(userId).catch(() => []) : [];
  // Each scan reads the queue, so unchanged data must not render a long list again.
  if (shownFor === userId && sameAs(shown, kept)) return;
  shownFor = userId;
  shown = kept.length > 0 ? kept : NOTHING;
  for (const notify of subscribers) notify();
}

async function changed(): Promise<void> {
  await readQueue();
  channel?.postMessage('changed');
}

/** Rejects if the browser can't store the entry, in which case the action wasn't done. */
async function add(entry: Omit<QueuedReport, 'seq'> | Omit<QueuedSale, 'seq'>): Promise<void> {
  if (!globalThis.indexedDB) throw new Error('This browser keeps nothing.');
  await inStore(QUEUE, 'readwrite', (store) => store.add(entry));
  await changed();
}

/** Stores an action made at check-in. */
export async function keepReport(userId: string, report: DockReport, state: ReportState = 'waiting'): Promise<void> {
  await add({ userId, report, state, ...(state === 'done' && { settledAt: Date.now() }) });
  // If background sending fails, an open page sends the action.
  if (state === 'waiting') void sendInBackground(userId).catch(() => undefined);
}

/** Stores a sale. */
export const keepSale: (sale: Omit<QueuedSale, 'seq'>) => Promise<void> = add;

/** Records the server's response. */
export async function settle(answers: readonly Queued[]): Promise<void> {
  for (const answer of answers)
    await inStore(QUEUE, 'readwrite', (store) => store.put({ ...answer, settledAt: Date.now() }));
  await changed();
}

/** Deletes an entry that the person has read. */
export async function dismiss(seq: number): Promise<void> {
  await inStore(QUEUE, 'readwrite', (store) => store.delete(seq));
  await changed();
}

const KEEP_MS = 2 * 24 * 60 * 60_000;

/** Deletes old, finished entries. Entries that weren't sent or read stay. */
export async function forgetOld(userId: string): Promise<void> {
  const old = (await queueOf(userId)).filter(
    ({ state, settledAt }) => state === 'done' && (settledAt ?? 0) < Date.now() - KEEP_MS,
  );
  for (const { seq } of old) await inStore(QUEUE, 'readwrite', (store) => store.delete(seq));
}

const onMessage = () => void readQueue();

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  if (subscribers.size === 1) {
    channel?.addEventListener('message', onMessage);
    void readQueue();
  }
  return () => {
    subscribers.delete(notify);
    if (subscribers.size === 0) channel?.removeEventListener('message', onMessage);
  };
}

const current = () => (shownFor === (storedUser()?.id ?? null) ? shown : NOTHING);

/** Returns all entries of the signed-in person. */
const useQueue = (): readonly Queued[] => useSyncExternalStore(subscribe, current, () => NOTHING);
export const useReports = (): QueuedReport[] => reportsIn(useQueue());
export const useSales = (): QueuedSale[] => salesIn(useQueue());
export const useWaiting = (): Queued[] => useQueue().filter(isWaiting);
