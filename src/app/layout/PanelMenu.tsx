import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '@/ui/Button';
import { useDisclosure } from './use-disclosure.ts';

interface Props {
  title: string;
  /** The button's name, when it says more than the title. */
  label?: string;
  icon: ReactNode;
  /** Unread ones, in the corner of the button; nothing for 0. */
  count?: number;
  action?: ReactNode;
  /** Only asked for while the panel is open. */
  children: () => ReactNode;
}

/** A button of the bar with its panel: as wide as a phone's screen, a small window under the button elsewhere. */
export function PanelMenu({ title, label = title, icon, count = 0, action, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { box, open, toggle } = useDisclosure(button);
  return (
    <div ref={box} className="sm:relative">
      <IconButton ref={button} label={label} aria-expanded={open} aria-controls={id} onClick={toggle}>
        {icon}
        {count > 0 && (
          <span
            aria-hidden="true"
            className="nums absolute top-0.5 right-0.5 grid h-[1.125rem] min-w-[1.125rem] place-items-center rounded-full bg-brand px-1 text-[.6875rem] leading-none font-bold text-on-brand"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </IconButton>
      <section
        id={id}
        hidden={!open}
        aria-labelledby={`${id}-title`}
        className="menu absolute inset-x-2 top-[calc(100%+.5rem)] z-40 animate-rise sm:inset-x-auto sm:right-0 sm:w-96"
      >
        <div className="flex min-h-11 items-center justify-between gap-3 px-3 pb-1">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            {title}
          </h2>
          {action}
        </div>
        <div className="max-h-[min(30rem,calc(100dvh-9rem))] overflow-y-auto overscroll-contain p-0.5">
          {open && children()}
        </div>
      </section>
    </div>
  );
}
