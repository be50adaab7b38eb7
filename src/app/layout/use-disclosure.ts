import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * A small panel under its button. It closes with Escape (focus goes back to the button), with a press or focus
 * elsewhere, and by going to another page.
 */
export function useDisclosure(button: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  // Open belongs to a page: on another one it is closed, without an effect.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, button]);

  return { box, open, toggle: () => setOpenAt(open ? null : key) };
}
