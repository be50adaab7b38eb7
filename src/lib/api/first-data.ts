import { useSyncExternalStore } from 'react';
import { whenUsed } from '@/lib/routing/chunks';
import { queryClient } from './query-client.ts';

/** True from the app's start until its first page has its data. */
let isAwaited = false;
const waiting = new Set<() => void>();

function arrive() {
  isAwaited = false;
  document.documentElement.classList.remove('system-fonts');
  for (const call of waiting) call();
  waiting.clear();
}

/**
 * Makes what isn't needed for the first page wait for its data, because all of it shares one slow connection: live
 * data, renewal of the session, the panels of the header. The first input ends this too (`whenUsed`).
 */
export function awaitFirstData(): void {
  isAwaited = true;
  whenUsed(arrive);
}

/** Watches for the data of a page that is on the screen now. Returns a function that stops it. */
export function watchFirstData(): () => void {
  if (!isAwaited) return () => undefined;
  const cache = queryClient.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    if (queryClient.isFetching() > 0) return;
    stop();
    arrive();
  };
  // A response may lead to the next request, so this looks once the page has rendered it.
  const lookSoon = () => {
    timer ??= setTimeout(look);
  };
  const unsubscribe = cache.subscribe(lookSoon);
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  lookSoon();
  return stop;
}

function subscribe(call: () => void): () => void {
  waiting.add(call);
  return () => void waiting.delete(call);
}

/** Resolves once the first page has its data, or at once if nothing waits for it. */
export const firstData = (): Promise<void> =>
  new Promise((resolve) => {
    if (isAwaited) waiting.add(resolve);
    else resolve();
  });

/** Returns the loader of a part that waits for the first page's data. */
export const afterFirstData =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    firstData().then(load);

const isHere = () => !isAwaited;

/** Returns whether the first page has its data. */
export const useFirstData = (): boolean => useSyncExternalStore(subscribe, isHere, isHere);
