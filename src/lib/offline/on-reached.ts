import { onLineBack } from '@/lib/routing/chunks';

/** A small file of our own that no cache answers. */
const PROBE = '/robots.txt';
const FIRST_MS = 5000;
const LONGEST_MS = 60_000;

const isReached = (): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Calls back when there is a connection again, and then with growing pauses until stopped, because the request may
 * fail again. It asks our own server while the page is visible, because a browser reports its network too early, or
 * never if the page was opened offline. `since` is the same as in onLineBack. Returns a function that stops it.
 */
export function onReached(call: () => void, since?: number): () => void {
  let pause = FIRST_MS;
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const wait = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void ask(), pause);
  };
  const ask = async () => {
    clearTimeout(timer);
    const reached = document.visibilityState === 'visible' && (await isReached());
    pause = Math.min(pause * 2, LONGEST_MS);
    if (reached && !stopped) call();
    wait();
  };
  const stopListening = onLineBack(() => {
    pause = FIRST_MS;
    void ask();
  }, since);
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}
