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
/** Parts of parts that were themselves only fetched ahead: their turn comes when something more is opened. */
const deferred = new Set<Load>();
let started = false;
let fetching = false;

/** Fetches code once there is time (`startIdleFetching`), so that a tap opens its part without a signal too. */
export function fetchWhenIdle(load: Load): void {
  (fetching ? deferred : waiting).add(load);
  if (started) void fetchWaiting();
}

/** Something of the page was opened: what can be opened from there is fetched ahead too. */
export function fetchDeferred(): void {
  for (const load of deferred) waiting.add(load);
  deferred.clear();
  if (started) void fetchWaiting();
}

/** A person does something on the page. */
const SIGNS = ['pointerdown', 'keydown'] as const;
/** A person who does nothing for this long is reading. */
const IDLE_MS = 10_000;

/** The page is there and works: at the first sign of a person, or once it has been idle, there is time for what may be needed. */
export function startIdleFetching(): void {
  const begin = () => {
    if (started) return;
    started = true;
    clearTimeout(timer);
    (globalThis.requestIdleCallback ?? setTimeout)(() => void fetchWaiting());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLoaded = () => {
    timer = setTimeout(begin, IDLE_MS);
    for (const sign of SIGNS) addEventListener(sign, begin, { passive: true, once: true, capture: true });
  };
  if (document.readyState === 'complete') onLoaded();
  else addEventListener('load', onLoaded, { once: true });
  addEventListener('online', () => started && void fetchWaiting());
}

/** One after the other; what does not come waits for the next occasion. Not where the browser saves data, nor on a slow connection. */
async function fetchWaiting(): Promise<void> {
  if (fetching || isConnectionSlow()) return;
  fetching = true;
  for (const load of waiting) {
    if (!navigator.onLine || isConnectionSlow()) break;
    await load().then(
      () => waiting.delete(load),
      () => undefined,
    );
  }
  fetching = false;
}

/** Not in all browsers, nor in the types of the platform. */
interface WithConnection {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Whether the connection is too slow for more than a person asks for. Browsers that do not report it count as fast. */
export function isConnectionSlow(): boolean {
  const { connection } = navigator as WithConnection;
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}
