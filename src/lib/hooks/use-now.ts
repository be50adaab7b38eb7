import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
let now = new Date();

/** All components share one clock, so that relative times such as '3m ago' update once a minute. */
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
