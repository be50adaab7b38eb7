import { useSyncExternalStore } from 'react';
import { storedUser } from '@/lib/api/session';
import { inStore, REPORTS } from '@/lib/offline/database';
import type { DockReport, Kept, ReportState } from './report';

/**
 * What was done without a signal, in this browser's database: in its order, over a killed browser and an empty battery. It is of who did
 * it, and shown to and sent for that person alone (docs/decisions/0061).
 */
const KEEP_MS = 2 * 24 * 60 * 60_000;
const NOTHING: readonly Kept[] = [];

/** What the screens show, of `shownFor`. */
let shown = NOTHING;
let shownFor: string | null = null;
const subscribers = new Set<() => void>();
/** Tells the other tabs. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('territorio-dock') : null;

const isSettled = ({ state }: Kept) => state === 'done';

/** All of one person, oldest first. */
export async function reportsOf(userId: string): Promise<Kept[]> {
  if (!globalThis.indexedDB) return [];
  const all: Kept[] = await inStore(REPORTS, 'readonly', (store) => store.getAll());
  return all.filter((kept) => kept.userId === userId);
}

/** What waits to be sent, of one person. */
export const waitingOf = async (userId: string): Promise<Kept[]> =>
  (await reportsOf(userId)).filter(({ state }) => state === 'waiting');

/** Reads for the screens what this browser has of who is signed in. */
export async function readReports(): Promise<void> {
  const userId = storedUser()?.id ?? null;
  const kept = userId ? await reportsOf(userId).catch(() => []) : [];
  shownFor = userId;
  shown = kept.length > 0 ? kept : NOTHING;
  for (const notify of subscribers) notify();
}

async function changed(): Promise<void> {
  await readReports();
  channel?.postMessage('changed');
}

/** Keeps what was just done. Rejects where the browser keeps nothing: then it was not done. */
export async function keepReport(userId: string, report: DockReport, state: ReportState = 'waiting'): Promise<void> {
  if (!globalThis.indexedDB) throw new Error('This browser keeps nothing.');
  const kept = { userId, report, state, ...(state === 'done' && { settledAt: Date.now() }) };
  await inStore(REPORTS, 'readwrite', (store) => store.add(kept));
  await changed();
}

/** Writes down what the server has answered. */
export async function settleReports(answers: readonly (Kept & { state: ReportState })[]): Promise<void> {
  for (const answer of answers)
    await inStore(REPORTS, 'readwrite', (store) => store.put({ ...answer, settledAt: Date.now() }));
  await changed();
}

/** Somebody has read it. */
export async function dismissReport(seq: number): Promise<void> {
  await inStore(REPORTS, 'readwrite', (store) => store.delete(seq));
  await changed();
}

/** Deletes what was done long ago. What was never sent, or never read, stays. */
export async function forgetOldReports(userId: string): Promise<void> {
  const old = (await reportsOf(userId)).filter(
    (kept) => isSettled(kept) && (kept.settledAt ?? 0) < Date.now() - KEEP_MS,
  );
  for (const { seq } of old) await inStore(REPORTS, 'readwrite', (store) => store.delete(seq));
}

const onMessage = () => void readReports();

function subscribe(notify: () => void): () => void {
  subscribers.add(notify);
  if (subscribers.size === 1) {
    channel?.addEventListener('message', onMessage);
    void readReports();
  }
  return () => {
    subscribers.delete(notify);
    if (subscribers.size === 0) channel?.removeEventListener('message', onMessage);
  };
}

const current = () => (shownFor === (storedUser()?.id ?? null) ? shown : NOTHING);

/** What this phone has done without a signal, for who is signed in. */
export function useReports(): readonly Kept[] {
  return useSyncExternalStore(subscribe, current, () => NOTHING);
}
