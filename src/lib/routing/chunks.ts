import { readText, writeText } from '@/lib/storage/storage';

// The code of the app comes in chunks. One of them may not arrive: no signal, or a release that has other ones.

/** The code could not be loaded; the cause says what the browser said. */
export class ChunkError extends Error {
  /** When it failed, in ms. */
  readonly at = Date.now();
}

/** When the network last said that it is back, in ms. */
let backAt = 0;
globalThis.addEventListener?.('online', () => {
  backAt = Date.now();
});

const ATTEMPTS = 3;

/** Loads code. Online it tries again; then, or without a network, it throws a `ChunkError`. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (cause) {
      if (navigator.onLine && attempt < ATTEMPTS) await pause(attempt * 1000);
      else throw new ChunkError('The code of a part of the page could not be loaded.', { cause });
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Calls when the line may be back: the network says so, or the person looks at the page again. Returns what stops it. `since`: when what waits for
 * the line has failed; where it came back between that and this call, nothing would say so any more, and it is called at once.
 */
export function onLineBack(call: () => void, since = Number.POSITIVE_INFINITY): () => void {
  const missed = backAt >= since && navigator.onLine ? setTimeout(call) : undefined;
  const onVisible = () => document.visibilityState === 'visible' && navigator.onLine && call();
  addEventListener('online', call);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(missed);
    removeEventListener('online', call);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** When a page was loaded anew for want of a chunk, by its path. */
const reloadedKey = (path: string) => `territorio-reloaded ${path}`;
const RELOADED_MS = 60_000;

/**
 * Whether to load the page anew for a chunk that has not come: a release may have taken it away, and most browsers remember that an
 * import has failed and never ask again (until they have whatwg/html#10327). Only where the server answers, and once a minute for a
 * page, unless somebody has asked: what never comes is not loaded for ever.
 */
export async function shouldReload(asked = false, path = location.pathname): Promise<boolean> {
  const last = Number(readText('session', reloadedKey(path)));
  if (!navigator.onLine || (!asked && Date.now() - last < RELOADED_MS)) return false;
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null);
  if (!page?.ok) return false;
  writeText('session', reloadedKey(path), String(Date.now()));
  return true;
}

/** Loads the page anew, where that may bring what has not come. What is being typed is kept as drafts. */
export async function reloadForChunk(asked = false): Promise<void> {
  if (await shouldReload(asked)) location.reload();
}

type Load = () => Promise<unknown>;
const waiting = new Set<Load>();
let idle = false;

/** Fetches code once the page has nothing else to do, so that what a press opens is there without a signal too. */
export function fetchWhenIdle(load: Load): void {
  waiting.add(load);
  if (idle) void fetchWaiting();
}

/** The page is there and works: from now on there is time for what may be needed. */
export function startIdleFetching(): void {
  const begin = () => {
    idle = true;
    void fetchWaiting();
  };
  const later = () => setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(begin), IDLE_MS);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
  addEventListener('online', () => idle && void fetchWaiting());
}

/** So long a page has for itself. */
const IDLE_MS = 3000;
let fetching = false;

/** One after the other; what does not come waits for the next occasion. Not for somebody who saves data. */
async function fetchWaiting(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (fetching || connection?.saveData) return;
  fetching = true;
  for (const load of waiting) {
    if (!navigator.onLine) break;
    await load().then(
      () => waiting.delete(load),
      () => undefined,
    );
  }
  fetching = false;
}
