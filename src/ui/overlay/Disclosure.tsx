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
  /** The button that opens and closes it. */
  trigger: ReactElement<TriggerProps>;
  /** Of the element around the button and the panel: what the panel is placed by. */
  className: string;
  /** The place and width of the panel. */
  panelClassName: string;
  /** The id of the panel's heading. */
  labelledBy?: string;
  /** Drawn while it is open. */
  children: ReactNode;
}

/** To the next link or button of an open panel, or the one before; not out of a field, where arrows write. */
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
 * A panel under its button, for links and whatever else one walks through with Tab or the arrows; a list of actions is a `Menu`. It closes with
 * Escape (the focus goes back to the button), with a press or focus elsewhere, and by going to another page.
 */
export function Disclosure({ trigger, className, panelClassName, labelledBy, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // Open belongs to a page: on another one it is closed, without an effect.
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
