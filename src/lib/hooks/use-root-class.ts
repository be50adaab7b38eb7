import { useLayoutEffect } from 'react';

const shown = new Map<string, number>();

/**
 * Sets a class of the document while mounted, for styles of the whole page that depend on one part. `:has()` would
 * compute them again with every change of the page.
 */
export function useRootClass(name: string): void {
  useLayoutEffect(() => {
    const add = (change: number) => {
      const count = (shown.get(name) ?? 0) + change;
      shown.set(name, count);
      document.documentElement.classList.toggle(name, count > 0);
    };
    add(1);
    return () => add(-1);
  }, [name]);
}
