import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../cx.ts';

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  onClick?: () => void;
}

interface Props {
  /** The button that opens and closes the panel. */
  trigger: ReactElement<TriggerProps>;
  /** The class of the element around button and panel. It positions the panel. */
  className: string;
  /** The class of the panel, with its position and width. */
  panelClassName: string;
  /** The id of the panel's heading, which names the panel. */
  labelledBy?: string;
  children: ReactNode;
}

/**
 * Moves the focus to the next or previous link or button of an open panel. In a text field it does nothing, because
 * arrow keys edit there.
 */
function walk(event: KeyboardEvent, box: HTMLElement | null): void {
  const here = document.activeElement;
  if (!box || !(here instanceof HTMLElement) || !box.contains(here) || here.matches('input, select, textarea')) return;
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')];
  const next = stops[stops.indexOf(here) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Shows a panel below its button, for links and other content that people reach with Tab or arrow keys. Use `Menu` for
 * actions. Escape closes the panel and restores the focus. A click or focus elsewhere and navigation also close it.
 */
export function Disclosure({ trigger, className, panelClassName, labelledBy, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // Stores the page on which the panel is open, so that it is closed on every other page.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event, box.current);
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
  }, [open]);

  return (
    <div ref={box} className={className}>
      {cloneElement(trigger, {
        ref: button,
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => setOpenAt(open ? null : key),
      })}
      <section
        id={id}
        hidden={!open}
        aria-labelledby={labelledBy}
        className={cx('menu absolute top-[calc(100%+.5rem)] z-40 animate-rise', panelClassName)}
      >
        {open && children}
      </section>
    </div>
  );
}
