import { useRef } from 'react';

/** Nothing of the page has the focus: at most a dialog that caught it when the one above it went. */
function isFree(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || now.matches('[role="dialog"], [role="alertdialog"]');
}

/** The dialog that is still open, where one stood on another: nothing behind it may have the focus. */
const below = (): Element | undefined =>
  [...document.querySelectorAll(':is([role="dialog"], [role="alertdialog"])[data-state="open"]')].at(-1);

const FIELD = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';

/** A form is opened to be filled in. Not where the focus brings up a keyboard that covers half of it. */
function fieldOf(content: EventTarget | null): HTMLElement | null {
  if (!(content instanceof HTMLElement) || !globalThis.matchMedia?.('(pointer: fine)').matches) return null;
  return content.querySelector<HTMLElement>(`form :is(${FIELD})`);
}

/**
 * Gives the focus back to what opened a dialog: Radix does that for its own Trigger alone, and ours are opened by state. When that
 * is gone, as a row that was deleted, the dialog below gets it, or the page's heading. Spread it over the dialog's content.
 * `toField`: a form in it gets the focus at its first field.
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
      // Whoever closed the dialog may have moved the focus on purpose.
      if (!isFree()) return;
      const from = opener.current;
      const kept = from?.isConnected && from !== document.body ? from : null;
      const back = kept ?? below() ?? document.querySelector('h1[tabindex="-1"]');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}
