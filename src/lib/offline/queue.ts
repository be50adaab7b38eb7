import { useSyncExternalStore } from 'react';
import { storedUser } from '@/lib/api/session';
import { inStore } from './database.ts';

/** Something that was done without a signal. `done`: the server knows it, and nobody has to look. */
interface Queued {
  seq: number;
  userId: string;
  state: string;
  /** When the server answered, in ms. */
  settledAt?: number | undefined;
}

/** An entry changes only as its answer is written down. */
const sameAs = (one: readonly Queued[], other: readonly Queued[]): boolean =>
  one.length === other.length &&
  one.every(({ seq, state, settledAt }, n) => {
    const now = other[n];
    return now?.seq === seq && now.state === state && now.settledAt === settledAt;
  });

const KEEP_MS = 2 * 24 * 60 * 60_000;

/**
 * What was done without a signal, in this browser's database: in its order, over a killed browser and an empty battery. It is of who did
 * it, and shown to and sent for that person alone (docs/decisions/0061).
 */
export function createQueue<Entry extends Queued>(storeName: string) {
  const nothing: readonly Entry[] = [];
  /** What the screens show, of `shownFor`. */
  let shown = nothing;
  let shownFor: string | null = null;
  const subscribers = new Set<() => void>();
  /** Tells the other tabs. */
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`territorio-${storeName}`) : null;

  /** All of one person, oldest first. */
  async function of(userId: string): Promise<Entry[]> {
    if (!globalThis.indexedDB) return [];
    const all: Entry[] = await inStore(storeName, 'readonly', (store) => store.getAll());
    return all.filter((entry) => entry.userId === userId);
  }

  /** Reads for the screens what this browser has of who is signed in. */
  async function read(): Promise<void> {
    const userId = storedUser()?.id ?? null;
    const kept = userId ? await of(userId).catch(() => []) : [];
    // A scan reads it anew, and a whole list would be drawn again for nothing.
    if (shownFor === userId && sameAs(shown, kept)) return;
    shownFor = userId;
    shown = kept.length > 0 ? kept : nothing;
    for (const notify of subscribers) notify();
  }

  async function changed(): Promise<void> {
    await read();
    channel?.postMessage('changed');
  }

  const onMessage = () => void read();

  function subscribe(notify: () => void): () => void {
    subscribers.add(notify);
    if (subscribers.size === 1) {
      channel?.addEventListener('message', onMessage);
      void read();
    }
    return () => {
      subscribers.delete(notify);
      if (subscribers.size === 0) channel?.removeEventListener('message', onMessage);
    };
  }

  const current = () => (shownFor === (storedUser()?.id ?? null) ? shown : nothing);

  return {
    of,
    read,
    /** What waits to be sent, of one person. */
    waitingOf: async (userId: string): Promise<Entry[]> =>
      (await of(userId)).filter(({ state }) => state === 'waiting'),
    /** Keeps what was just done. Rejects where the browser keeps nothing: then it was not done. */
    add: async (entry: Omit<Entry, 'seq'>): Promise<void> => {
      if (!globalThis.indexedDB) throw new Error('This browser keeps nothing.');
      await inStore(storeName, 'readwrite', (store) => store.add(entry));
      await changed();
    },
    /** Writes down what the server has answered. */
    settle: async (answers: readonly Entry[]): Promise<void> => {
      for (const answer of answers)
        await inStore(storeName, 'readwrite', (store) => store.put({ ...answer, settledAt: Date.now() }));
      await changed();
    },
    /** Somebody has read it. */
    dismiss: async (seq: number): Promise<void> => {
      await inStore(storeName, 'readwrite', (store) => store.delete(seq));
      await changed();
    },
    /** Deletes what was done long ago. What was never sent, or never read, stays. */
    forgetOld: async (userId: string): Promise<void> => {
      const old = (await of(userId)).filter(
        ({ state, settledAt }) => state === 'done' && (settledAt ?? 0) < Date.now() - KEEP_MS,
      );
      for (const { seq } of old) await inStore(storeName, 'readwrite', (store) => store.delete(seq));
    },
    /** What this phone has done without a signal, for who is signed in. */
    useAll: (): readonly Entry[] => useSyncExternalStore(subscribe, current, () => nothing),
  };
}
