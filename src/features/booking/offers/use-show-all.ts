import { type RefObject, useEffect, useRef, useState } from 'react';

const inputsOf = (box: HTMLElement | null): HTMLInputElement[] => [...(box?.querySelectorAll('input') ?? [])];

/** Shows the rest of a list and focuses the first new entry, because the clicked button disappears. */
export function useShowAll<T extends HTMLElement>(): { all: boolean; showAll: () => void; box: RefObject<T | null> } {
  const [all, setAll] = useState(false);
  const box = useRef<T>(null);
  const before = useRef<ReadonlySet<Element>>(new Set());
  useEffect(() => {
    const added = all && inputsOf(box.current).find((input) => !before.current.has(input));
    if (added) added.focus();
  }, [all]);
  function showAll() {
    before.current = new Set(inputsOf(box.current));
    setAll(true);
  }
  return { all, showAll, box };
}
