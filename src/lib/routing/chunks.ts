import { readText, writeText } from '@/lib/storage/storage';

// The code of the app comes in chunks. One of them may not arrive: no signal, or a release that has other ones.

/** The code could not be loaded; the cause says what the browser said. */
export class ChunkError extends Error {}

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

/** Calls when the line may be back: the network says so, or the person looks at the page again. Returns what stops it. */
export function onLineBack(call: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && navigator.onLine && call();
  addEventListener('online', call);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', call);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** The entry from which the app was loaded again, as a release had taken its chunks away. */
const RELOADED = 'territorio-reloaded';

/**
 * Whether a release has taken the place of the app that runs here, whose chunks then are gone. True once for each release: who loads
 * the app again at that and still misses a chunk does not do so for ever.
 */
export async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry || !navigator.onLine || readText('session', RELOADED) === entry) return false;
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null);
  if (!page?.ok || (await page.text()).includes(entry)) return false;
  writeText('session', RELOADED, entry);
  return true;
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
