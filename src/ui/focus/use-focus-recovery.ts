import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';
const OPENERS = 'button, a[href]';

const elements = (nodes: readonly NodeList[]): HTMLElement[] =>
  nodes.flatMap((list) => [...list]).filter((node) => node instanceof HTMLElement);

const firstOf = (nodes: readonly HTMLElement[], what: string): HTMLElement | undefined =>
  nodes
    .map((node) => (node.matches(what) ? node : node.querySelector<HTMLElement>(what)))
    .find((one) => one !== null) ?? undefined;

/** What took the place of what is gone: the first field of a form that was opened, or what opens the one that was closed. */
function heirOf(changes: readonly MutationRecord[]): HTMLElement | undefined {
  const added = elements(changes.map(({ addedNodes }) => addedNodes));
  const opened = firstOf(added, 'form')?.querySelector<HTMLElement>(FIELDS);
  if (opened) return opened;
  const closed = firstOf(elements(changes.map(({ removedNodes }) => removedNodes)), 'form');
  return closed && firstOf(added, OPENERS);
}

/**
 * When what has the focus goes away within the box, the focus goes to what took its place, as a form that of the button that opens
 * it, or to the page's heading, as from a row whose button was pressed: otherwise Tab would start from the top of the document, and a
 * screen reader fall silent.
 */
export function useFocusRecovery<T extends HTMLElement>(): RefObject<T | null> {
  const box = useRef<T>(null);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    let inside = false;
    /** It has the focus for want of something better: a form may still be loading. */
    let heading: HTMLElement | null = null;
    const onIn = () => {
      inside = true;
      heading = null;
    };
    const onOut = ({ target }: FocusEvent) =>
      // Who leaves on purpose leaves something that stays.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) inside = node.contains(document.activeElement);
      });
    const observer = new MutationObserver((changes) => {
      const now = document.activeElement;
      const lost = inside && (!now || now === document.body);
      if (!lost && (!heading || now !== heading)) return;
      inside = false;
      const heir = heirOf(changes);
      if (heir) heir.focus();
      else if (lost) {
        heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
        heading?.focus({ preventScroll: true });
      }
    });
    observer.observe(node, { childList: true, subtree: true });
    node.addEventListener('focusin', onIn);
    node.addEventListener('focusout', onOut);
    return () => {
      observer.disconnect();
      node.removeEventListener('focusin', onIn);
      node.removeEventListener('focusout', onOut);
    };
  }, []);
  return box;
}
