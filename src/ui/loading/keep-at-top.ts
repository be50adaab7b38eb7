const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** The time without a change after which the page counts as loaded, in milliseconds. */
const SETTLED_MS = 10_000;

let stop = () => {};

/**
 * Scrolls an element to the top of the window, and keeps it there while content above it loads. Stops when the person
 * does something, the page has settled, or another element is requested. Returns a function that stops it.
 */
export function keepAtTop(element: HTMLElement): () => void {
  stop();
  // Some browsers in tests lack `scrollIntoView` and `ResizeObserver`.
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
