import { useEffect, useRef, useState } from 'react';

/** A run may hang on a lost connection. After this time the next one starts anyway. */
const TIMEOUT_MS = 3000;

function createThrottle(run: () => unknown, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: object | null = null;
  let again = false;

  function ask() {
    if (running) again = true;
    else timer ??= setTimeout(() => void start(), ms);
  }

  async function start() {
    const own = {};
    running = own;
    await Promise.race([
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS);
      }),
      (async () => run())().catch(() => undefined),
    ]);
    if (running !== own) return;
    const more = again;
    stop();
    if (more) ask();
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    running = null;
    again = false;
  }

  return { ask, stop };
}

/**
 * Runs once for a burst of calls, shortly after the first one, and not after unmounting. Calls during a run (which
 * may return a promise) cause exactly one more run, so that nothing is missed and a stream of calls can't delay it
 * forever.
 */
export function useThrottledCallback(run: () => unknown, ms = 120): () => void {
  const latest = useRef(run);
  // We don't use React state, because a value that is set back before the next render doesn't count as changed, so
  // nothing would run.
  const [throttle] = useState(() => createThrottle(() => latest.current(), ms));
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => throttle.stop, [throttle]);
  return throttle.ask;
}
