import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
let now = new Date();

/** One clock for all messages: relative times move on by themselves, once a minute. */
function subscribe(notify: () => void): () => void {
  now = new Date();
  const timer = setInterval(() => {
    now = new Date();
    notify();
  }, MINUTE);
  return () => clearInterval(timer);
}

export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
