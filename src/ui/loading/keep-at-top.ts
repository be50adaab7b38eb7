const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** After this long without a change nothing more is expected to come. */
const SETTLED_MS = 10_000;

let stop = () => {};

/**
 * Brings an element to the top of the window and keeps it there: what loads above it makes the page longer and would push it away. It ends
 * when the person does something, when the page has stood still for a while, when another element is asked for, or by what it returns.
 */
export function keepAtTop(element: HTMLElement): () => void {
  stop();
  // Missing in some test browsers, as the observer is.
  const toTop = () => element.scrollIntoView?.({ block: 'start', behavior: 'instant' });
  toTop();
  if (!('ResizeObserver' in globalThis)) return stop;
  let settled: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    if (!element.isConnected) return end();
    toTop();
    clearTimeout(settled);
    settled = setTimeout(end, SETTLED_MS);
  });
  const end = () => {
    clearTimeout(settled);
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, end, true);
  };
  stop = end;
  observer.observe(document.body);
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true });
  return end;
}
