import { useEffect, useRef, useState } from 'react';

/** What takes longer may hang on a line that is gone: the next run does not wait for it any more. */
const TIMEOUT_MS = 3000;

function createThrottle(run: () => unknown, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Which run is under way, if any. */
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
 * Runs once for a burst of calls, shortly after the first of them; not any more once the component is gone. What is asked for while
 * it runs (it may give a promise) is done once more after that: nothing is missed, and a stream of calls never keeps it from its end.
 */
export function useThrottledCallback(run: () => unknown, ms = 120): () => void {
  const latest = useRef(run);
  // Not a state that says "asked": set back and set again before the next render it has not changed, and nothing would run again.
  const [throttle] = useState(() => createThrottle(() => latest.current(), ms));
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => throttle.stop, [throttle]);
  return throttle.ask;
}
