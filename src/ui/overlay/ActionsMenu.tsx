import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Ellipsis, Flag } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { IconButton } from '@/ui/Button';
import { Spinner } from '@/ui/feedback/Spinner';
import { useMenu } from './use-menu.ts';

/** How long 'Report sent' stays before the menu closes, in ms. */
const SENT_MS = 2000;

interface Props {
  /** The button's name: the acts and whom they are about. */
  label: string;
  /** The menu's own name. */
  menuLabel: string;
  children: (close: () => void) => ReactNode;
}

/** What can be done with something that somebody wrote, behind three dots at the end of its head. */
export function ActionsMenu({ label, menuLabel, children }: Props) {
  const menu = useMenu();
  return (
    <div className="ml-auto flex-none">
      <IconButton
        ref={menu.button}
        small
        label={label}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        className="-my-2 -mr-2 text-ink-2"
        onClick={() => menu.setOpen(!menu.open)}
      >
        <Ellipsis aria-hidden="true" />
      </IconButton>
      {menu.open && (
        <div
          ref={menu.box}
          role="menu"
          tabIndex={-1}
          aria-label={menuLabel}
          className="menu absolute top-full right-0 z-20 mt-2 w-56"
          onKeyDown={menu.onKeyDown}
        >
          {children(menu.close)}
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  icon: ReactNode;
  busy: boolean;
  error: Error | null;
  onSelect: () => void;
  children: ReactNode;
}

export function ActionItem({ icon, busy, error, onSelect, children }: ItemProps) {
  return (
    <>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) onSelect();
        }}
      >
        {busy ? <Spinner /> : icon}
        {children}
      </button>
      {error && (
        <p role="alert" className="err px-3 py-2">
          {error.message}
        </p>
      )}
    </>
  );
}

interface ReportProps {
  report: () => Promise<unknown>;
  close: () => void;
  /** What it says before it is sent. */
  children: ReactNode;
}

/** Sends a report once, says so, and closes the menu a moment later. */
export function ReportItem({ report, close, children }: ReportProps) {
  const { mutate, isSuccess, isPending, error } = useMutation({ mutationFn: report });
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => closeNow(), SENT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess]);
  return (
    <ActionItem
      icon={isSuccess ? <CircleCheck aria-hidden="true" /> : <Flag aria-hidden="true" />}
      busy={isPending}
      error={error}
      onSelect={() => {
        if (!isSuccess) mutate();
      }}
    >
      {/* Not a status: a role of its own would take the item's name away. */}
      <span aria-live="polite">{isSuccess ? <Trans>Report sent</Trans> : children}</span>
    </ActionItem>
  );
}
