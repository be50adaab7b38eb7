import { readText, writeText } from '@/lib/storage/storage';

// The app's code is split into chunks. A chunk may fail to load because there is no signal, or because a new
// release no longer has it.

/** Thrown if a chunk couldn't be loaded. The cause is the browser's error. */
export class ChunkError extends Error {
  /** When it failed, in milliseconds. */
  readonly at = Date.now();
}

/** When the network was last reported as back, in milliseconds. */
let backAt = 0;
globalThis.addEventListener?.('online', () => {
  backAt = Date.now();
});

const ATTEMPTS = 3;

/** Loads a chunk. While online it retries once. If that fails, it throws a `ChunkError`. */
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
 * Calls back when the connection may be back, which is after an online event or when the person returns to the
 * page. `since` is when the waiting request failed. If the connection has returned since, it is called at once.
 * Returns a function that stops it.
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

/** The storage key for when a page was last reloaded because of a missing chunk. */
const reloadedKey = (path: string) => `territorio-reloaded ${path}`;
const RELOADED_MS = 60_000;

/**
 * Returns whether to reload the page for a missing chunk. A release may have removed the chunk, and most browsers
 * never retry a failed import (until whatwg/html#10327). It is true only if the server responds, and once a minute
 * per page unless the person asked, so that a missing chunk can't cause endless reloads.
 */
export async function shouldReload(asked = false, path = location.pathname): Promise<boolean> {
  const last = Number(readText('session', reloadedKey(path)));
  if (!navigator.onLine || (!asked && Date.now() - last < RELOADED_MS)) return false;
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null);
  if (!page?.ok) return false;
  writeText('session', reloadedKey(path), String(Date.now()));
  return true;
}

/** Reloads the page if that may bring the chunk. Typed text is kept as drafts. */
export async function reloadForChunk(asked = false): Promise<void> {
  if (await shouldReload(asked)) location.reload();
}

type Load = () => Promise<unknown>;
const waiting = new Set<Load>();
/** Code that is needed only by code which was itself loaded in advance. It loads when something is opened. */
const deferred = new Set<Load>();
let started = false;
let fetching = false;

/** Loads code when the browser is idle (`startIdleFetching`), so that a tap works without a signal. */
export function fetchWhenIdle(load: Load): void {
  (fetching ? deferred : waiting).add(load);
  if (started) void fetchWaiting();
}

/** Loads in advance what can be opened from the part that was just opened. */
export function fetchDeferred(): void {
  for (const load of deferred) waiting.add(load);
  deferred.clear();
  if (started) void fetchWaiting();
}

const atFirstUse = new Set<() => void>();

/** Runs this when the page is first used (`startIdleFetching`), or at once if it already was. */
export function whenUsed(run: () => void): void {
  if (started) run();
  else atFirstUse.add(run);
}

/** Events that show that the person uses the page. */
const SIGNS = ['pointerdown', 'keydown'] as const;
/** After this time without input, the person is reading. */
const IDLE_MS = 10_000;

/** Starts loading in advance at the first input, or once the page has been idle. */
export function startIdleFetching(): void {
  const begin = () => {
    if (started) return;
    started = true;
    clearTimeout(timer);
    (globalThis.requestIdleCallback ?? setTimeout)(() => {
      for (const run of atFirstUse) run();
      atFirstUse.clear();
      void fetchWaiting();
    });
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

/**
 * Loads one chunk after another, and leaves failures for the next occasion. Does nothing with data saving or on a
 * slow connection.
 */
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

/** An API that some browsers and TypeScript's types lack. */
interface WithConnection {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Returns whether the connection is too slow to load in advance. Browsers that don't report it count as fast. */
export function isConnectionSlow(): boolean {
  const { connection } = navigator as WithConnection;
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}
