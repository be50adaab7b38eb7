import { type ReactNode, useId } from 'react';
import { IconButton } from '@/ui/Button';
import { Disclosure } from '@/ui/overlay/Disclosure';

interface Props {
  title: string;
  /** The button's accessible name, if it differs from the title. */
  label?: string;
  icon: ReactNode;
  /** The number of unread entries, shown on the button unless it is 0. */
  count?: number;
  action?: ReactNode;
  children: ReactNode;
}

/**
 * Shows a button of the bar and its panel. The panel is as wide as a phone, and a small window below the button on
 * larger screens.
 */
export function PanelMenu({ title, label = title, icon, count = 0, action, children }: Props) {
  const titleId = useId();
  const trigger = (
    <IconButton label={label}>
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
  );
  return (
    <Disclosure
      trigger={trigger}
      className="sm:relative"
      panelClassName="inset-x-2 sm:inset-x-auto sm:right-0 sm:w-96"
      labelledBy={titleId}
    >
      <div className="flex min-h-11 items-center justify-between gap-3 px-3 pb-1">
        <h2 id={titleId} className="text-lg font-bold">
          {title}
        </h2>
        {action}
      </div>
      <div className="max-h-[min(30rem,calc(100dvh-9rem))] overflow-y-auto overscroll-contain p-0.5">{children}</div>
    </Disclosure>
  );
}
