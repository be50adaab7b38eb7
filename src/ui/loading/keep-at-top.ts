const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** After this time without a change, the page counts as loaded. */
const SETTLED_MS = 10_000;

let stop = () => {};

/**
 * Scrolls an element to the top of the window and keeps it there while content above it loads. This ends when the
 * person does something, when the page is stable for a while, when another element is requested, or with the
 * returned function.
 */
export function keepAtTop(element: HTMLElement): () => void {
  stop();
  // Some test browsers lack this function, and the observer.
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
