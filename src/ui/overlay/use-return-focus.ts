import { useRef } from 'react';

/**
 * Returns whether the focus is free to move: nothing has it, or only a dialog that received it when the one above
 * closed.
 */
function isFree(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || now.matches('[role="dialog"], [role="alertdialog"]');
}

/** Returns the open dialog below a nested one. Nothing behind it may get the focus. */
const below = (): Element | undefined =>
  [...document.querySelectorAll(':is([role="dialog"], [role="alertdialog"])[data-state="open"]')].at(-1);

const FIELD = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Returns the first field of a form in the dialog. Returns null on touch screens, where the keyboard would cover half
 * of the dialog.
 */
function fieldOf(content: EventTarget | null): HTMLElement | null {
  if (!(content instanceof HTMLElement) || !globalThis.matchMedia?.('(pointer: fine)').matches) return null;
  return content.querySelector<HTMLElement>(`form :is(${FIELD})`);
}

/**
 * Returns props for a dialog's content that restore the focus to the element that opened it. Radix does so only for its
 * own Trigger, while state opens our dialogs. If that element is gone, such as a deleted row, the dialog below or the
 * page's heading gets the focus. `toField` focuses the form's first field on opening.
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
      // Someone who closes the dialog may have moved the focus on purpose.
      if (!isFree()) return;
      const from = opener.current;
      const kept = from?.isConnected && from !== document.body ? from : null;
      const back = kept ?? below() ?? document.querySelector('h1[tabindex="-1"]');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}
