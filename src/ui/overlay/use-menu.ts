import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** A small menu under its button: arrows move in it, Escape and a press elsewhere close it, focus goes back. */
export function useMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const onElsewhere = (event: Event) => {
      const inside = [box, button].some((own) => event.target instanceof Node && own.current?.contains(event.target));
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    box.current?.scrollIntoView({ block: 'nearest' });
    items(box.current)[0]?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [open]);

  function close() {
    // Only who is in the menu is sent back to its button.
    if (box.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      close();
      return;
    }
    const all = items(box.current);
    const active = document.activeElement;
    const at = active instanceof HTMLElement ? all.indexOf(active) : -1;
    const last = all.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return { open, setOpen, close, button, box, onKeyDown };
}

function items(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
