import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';
const OPENERS = 'button, a[href]';

const elements = (nodes: readonly NodeList[]): HTMLElement[] =>
  nodes.flatMap((list) => [...list]).filter((node) => node instanceof HTMLElement);

const firstOf = (nodes: readonly HTMLElement[], what: string): HTMLElement | undefined =>
  nodes
    .map((node) => (node.matches(what) ? node : node.querySelector<HTMLElement>(what)))
    .find((one) => one !== null) ?? undefined;

/**
 * Returns what replaced the removed element: the first field of the form that opened, or the button of the one that
 * closed.
 */
function replacementOf(changes: readonly MutationRecord[]): HTMLElement | undefined {
  const added = elements(changes.map(({ addedNodes }) => addedNodes));
  const opened = firstOf(added, 'form')?.querySelector<HTMLElement>(FIELDS);
  if (opened) return opened;
  const closed = firstOf(elements(changes.map(({ removedNodes }) => removedNodes)), 'form');
  return closed && firstOf(added, OPENERS);
}

/**
 * Moves the focus when the focused element is removed: to its replacement, such as a form instead of its button, or
 * otherwise to the page's heading. Without this, Tab would start at the top of the document and a screen reader would
 * lose its place.
 */
export function useFocusRecovery<T extends HTMLElement>(): RefObject<T | null> {
  const box = useRef<T>(null);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    let inside = false;
    /** The heading that has the focus until a replacement appears. A form's code may still be loading. */
    let heading: HTMLElement | null = null;
    const onIn = () => {
      inside = true;
      heading = null;
    };
    const onOut = ({ target }: FocusEvent) =>
      // If the person moved the focus, the previous element is still in the document. If it was removed, it isn't.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) inside = node.contains(document.activeElement);
      });
    const observer = new MutationObserver((changes) => {
      const now = document.activeElement;
      const lost = inside && (!now || now === document.body);
      if (!lost && (!heading || now !== heading)) return;
      inside = false;
      const replacement = replacementOf(changes);
      if (replacement) replacement.focus();
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
