/** That somebody is here, and not only the page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'focus'] as const;

/** Calls at each sign of a person, for what should cost nobody who only reads. Gives a function that ends it. */
export function onSigns(act: () => void): () => void {
  const over = new AbortController();
  for (const sign of SIGNS) window.addEventListener(sign, act, { passive: true, capture: true, signal: over.signal });
  return () => over.abort();
}
