import { useSyncExternalStore } from 'react';

function subscribe(notify: () => void): () => void {
  const view = globalThis.visualViewport;
  view?.addEventListener('resize', notify);
  view?.addEventListener('scroll', notify);
  return () => {
    view?.removeEventListener('resize', notify);
    view?.removeEventListener('scroll', notify);
  };
}

/**
 * Returns how many pixels of the window an on-screen keyboard covers. Zooming also shrinks the view, but isn't
 * counted.
 */
export function keyboardInset(): number {
  const view = globalThis.visualViewport;
  if (!view || view.scale > 1.01) return 0;
  return Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
}

export const useKeyboardInset = (): number => useSyncExternalStore(subscribe, keyboardInset);
