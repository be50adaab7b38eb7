import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Ellipsis, Eye, EyeOff, Flag as FlagIcon } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { IconButton } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { useAuthorName } from './MessageHead.tsx';
import type { BoardMessage } from './pages.ts';
import { boardKeys, hideMessage, reportMessage } from './queries.ts';
import { useMenu } from './use-menu.ts';

/** How long 'Report sent' stays before the menu closes. */
const SENT_MS = 2000;

interface Props {
  message: BoardMessage;
  territoryId: string;
  /** Everyone but the author reports; who runs the region hides. */
  canReport: boolean;
  canHide: boolean;
}

export function MessageMenu({ message, territoryId, canReport, canHide }: Props) {
  const { t } = useLingui();
  const name = useAuthorName(message);
  const menu = useMenu();
  return (
    <div className="ml-auto flex-none">
      <IconButton
        ref={menu.button}
        small
        label={t`Actions for the message of ${name}`}
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
          aria-label={t`Message actions`}
          className="menu absolute top-full right-0 z-20 mt-2 w-56"
          onKeyDown={menu.onKeyDown}
        >
          {canReport && <Report message={message} close={menu.close} />}
          {canHide && <Hide message={message} territoryId={territoryId} close={menu.close} />}
        </div>
      )}
    </div>
  );
}

function Report({ message, close }: { message: BoardMessage; close: () => void }) {
  const report = useMutation({ mutationFn: () => reportMessage(message.id) });
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!report.isSuccess) return;
    const timer = setTimeout(() => closeNow(), SENT_MS);
    return () => clearTimeout(timer);
  }, [report.isSuccess]);
  return (
    <Item
      icon={report.isSuccess ? <CircleCheck aria-hidden="true" /> : <FlagIcon aria-hidden="true" />}
      busy={report.isPending}
      error={report.error}
      onSelect={() => {
        if (!report.isSuccess) report.mutate();
      }}
    >
      {/* Not a status: a role of its own would take the item's name away. */}
      <span aria-live="polite">{report.isSuccess ? <Trans>Report sent</Trans> : <Trans>Report message</Trans>}</span>
    </Item>
  );
}

function Hide({ message, territoryId, close }: { message: BoardMessage; territoryId: string; close: () => void }) {
  const client = useQueryClient();
  const hidden = message.hidden_at !== null;
  const hide = useMutation({
    mutationFn: () => hideMessage(message.id, !hidden),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: boardKeys.all(territoryId) });
      close();
    },
  });
  return (
    <Item
      icon={hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
      busy={hide.isPending}
      error={hide.error}
      onSelect={() => hide.mutate()}
    >
      {hidden ? <Trans>Show to everyone again</Trans> : <Trans>Hide message</Trans>}
    </Item>
  );
}

interface ItemProps {
  icon: ReactNode;
  busy: boolean;
  error: Error | null;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ icon, busy, error, onSelect, children }: ItemProps) {
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
