import { useRef } from 'react';

/** Nothing of the page has the focus: at most a dialog that caught it when the one above it went. */
function isFree(): boolean {
  const now = document.activeElement;
  return !now || now === document.body || now.matches('[role="dialog"], [role="alertdialog"]');
}

/**
 * Gives the focus back to what opened a dialog: Radix does that for its own Trigger alone, and ours are opened by state. When that
 * is gone, as a row that was deleted, the page's heading gets it. Spread it over the dialog's content.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Whoever closed the dialog may have moved the focus on purpose.
      if (!isFree()) return;
      const from = opener.current;
      const back = from?.isConnected && from !== document.body ? from : document.querySelector('h1[tabindex="-1"]');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}
