import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Ellipsis, Flag } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from '@/ui/Button';
import { Menu, MenuItem } from './Menu.tsx';

/** The time for which 'Report sent' is visible before the menu closes, in milliseconds. */
const SENT_MS = 2000;

interface Props {
  /** The button's accessible name, with the actions and their object. */
  label: string;
  /** The menu's accessible name. */
  menuLabel: string;
  children: (close: () => void) => ReactNode;
}

/** Shows a menu of actions for a text that someone wrote, behind three dots. */
export function ActionsMenu({ label, menuLabel, children }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <IconButton small label={label} className="-my-2 -mr-2 text-ink-2">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  return (
    <div className="ml-auto flex-none">
      <Menu trigger={trigger} label={menuLabel} open={open} onOpenChange={setOpen}>
        {children(() => setOpen(false))}
      </Menu>
    </div>
  );
}

interface ReportProps {
  report: () => Promise<unknown>;
  close: () => void;
  /** The text of the item before it is used. */
  children: ReactNode;
}

/** Shows a menu item that sends a report once, confirms it and then closes the menu. */
export function ReportItem({ report, close, children }: ReportProps) {
  const { mutate, isSuccess, isPending, error } = useMutation({ mutationFn: report });
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => closeNow(), SENT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess]);
  return (
    <MenuItem
      keepOpen
      icon={isSuccess ? <CircleCheck aria-hidden="true" /> : <Flag aria-hidden="true" />}
      busy={isPending}
      error={error}
      onSelect={() => {
        if (!isSuccess) mutate();
      }}
    >
      {/* `role="status"` would remove the item's name, so this is only a live region. */}
      <span aria-live="polite">
        {isSuccess ? (
          <span key="first">
            <Trans>Report sent</Trans>
          </span>
        ) : (
          <span>{children}</span>
        )}
      </span>
    </MenuItem>
  );
}
