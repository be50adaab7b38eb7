import { useRef } from 'react';

/**
 * Returns whether nothing on the page has the focus, except possibly a dialog that received it when the one above
 * closed.
 */
function isFree(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || now.matches('[role="dialog"], [role="alertdialog"]');
}

/** Returns the dialog below a nested one, because nothing behind that may get the focus. */
const below = (): Element | undefined =>
  [...document.querySelectorAll(':is([role="dialog"], [role="alertdialog"])[data-state="open"]')].at(-1);

const FIELD = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Returns the first field of a form, which is opened to be filled in and so gets the focus. Returns null where a
 * keyboard would cover half of it.
 */
function fieldOf(content: EventTarget | null): HTMLElement | null {
  if (!(content instanceof HTMLElement) || !globalThis.matchMedia?.('(pointer: fine)').matches) return null;
  return content.querySelector<HTMLElement>(`form :is(${FIELD})`);
}

/**
 * Returns the focus to the element that opened a dialog. Radix does this only for its own Trigger, and state opens
 * ours. If the element no longer exists, such as a deleted row, the dialog below or the page's heading gets the
 * focus. Spread the result over the dialog's content. `toField` focuses the first field of a form inside.
 */
export function useReturnFocus(toField = false) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const field = toField && fieldOf(event.currentTarget);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The person who closed the dialog may have moved the focus on purpose.
      if (!isFree()) return;
      const from = opener.current;
      const kept = from?.isConnected && from !== document.body ? from : null;
      const back = kept ?? below() ?? document.querySelector('h1[tabindex="-1"]');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}
