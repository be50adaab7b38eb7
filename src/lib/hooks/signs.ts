/** That somebody is here, and not only the page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'focus'] as const;

/** Calls once, at the next sign of a person, for what should cost nobody who only reads. Gives a function that calls it off. */
export function atNextSign(act: () => void): () => void {
  const over = new AbortController();
  const onSign = () => {
    over.abort();
    act();
  };
  for (const sign of SIGNS)
    window.addEventListener(sign, onSign, { passive: true, capture: true, signal: over.signal });
  return () => over.abort();
}
