import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatInstantDay, formatRelative } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { readDraft } from '@/lib/storage/form-draft';
import { Badge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Avatar } from '@/ui/media/Avatar';
import { Flag } from '@/ui/media/Flag';
import { ActionsMenu, ReportItem } from '@/ui/overlay/ActionsMenu';
import { MenuItem } from '@/ui/overlay/Menu';
import { editDraftOf } from './drafts.ts';
import type { BoardMessage } from './pages.ts';
import { boardKeys, hideMessage, reportMessage } from './queries.ts';
import { UserText } from './UserText.tsx';
import type { Viewer } from './viewer.ts';

const OwnMessage = lazyPart(() => import('./OwnMessage.tsx'));

export interface MessageProps {
  message: BoardMessage;
  territoryId: string;
  viewer: Viewer;
  now: Date;
  /** True while the message is being sent. */
  pending: boolean;
}

export function useAuthorName(message: BoardMessage): string {
  const { t } = useLingui();
  return message.author?.full_name?.trim() || t`A traveller`;
}

interface CardProps extends MessageProps {
  small?: boolean;
  children?: ReactNode;
}

/** Shows a message or reply with the avatar, the author, the text, and further content below. */
export function MessageCard({ message, territoryId, viewer, now, pending, small = false, children }: CardProps) {
  const name = useAuthorName(message);
  const { userId, moderates } = viewer;
  const own = userId !== null && userId === message.user_id;
  const [act, setAct] = useState<'edit' | 'delete' | null>(() =>
    // An edit that was interrupted, for example to sign in again, opens again.
    own && readDraft(editDraftOf(message.id)) ? 'edit' : null,
  );
  const canReport = userId !== null && !own && !message.hidden_at;
  const acts = !pending && (canReport || moderates || own);
  if (message.deleted_at) return <DeletedMessage>{children}</DeletedMessage>;
  const picture = message.author?.avatar_url;
  return (
    <article className={cx('flex', small ? 'gap-2.5' : 'gap-3')} aria-busy={pending || undefined}>
      <Avatar name={name} src={picture ? parseImage(picture).src : null} size={small ? 30 : 40} />
      <div className="min-w-0 flex-1">
        <MessageHead
          message={message}
          now={now}
          pending={pending}
          menu={
            acts && (
              <MessageMenu
                message={message}
                territoryId={territoryId}
                canReport={canReport}
                canHide={moderates}
                own={own}
                onAct={setAct}
              />
            )
          }
        />
        {act !== 'edit' && (
          <UserText
            text={message.message}
            className={cx('mt-0.5 leading-[1.45]', small ? 'text-sm' : 'text-[.9375rem]', pending && 'text-ink-2')}
          />
        )}
        {act && <OwnMessage message={message} territoryId={territoryId} act={act} onClose={() => setAct(null)} />}
        {children}
      </div>
    </article>
  );
}

/** Shown in place of a deleted message that has replies. */
function DeletedMessage({ children }: { children: ReactNode }) {
  return (
    <article className="border-l-2 border-line pl-3">
      <p className="text-sm text-ink-3">
        <Trans>Deleted by its author</Trans>
      </p>
      {children}
    </article>
  );
}

interface HeadProps {
  message: BoardMessage;
  now: Date;
  pending: boolean;
  menu: ReactNode;
}

/** Shows the author, their role and the time, with the message's menu at the end. */
function MessageHead({ message, now, pending, menu }: HeadProps) {
  const name = useAuthorName(message);
  const country = message.author?.country;
  return (
    <div className="relative flex items-center gap-2 text-sm">
      <strong className="truncate font-semibold" title={name}>
        <bdi>{name}</bdi>
      </strong>
      {country && <Flag country={country} className="h-3 w-[1.125rem] flex-none" />}
      {pending ? (
        <span className="flex-none text-ink-3">
          <Trans>Sending</Trans>
        </span>
      ) : (
        <time
          dateTime={message.created_at}
          title={formatInstantDay(message.created_at)}
          className="flex-none whitespace-nowrap text-ink-3"
        >
          {formatRelative(message.created_at, now)}
        </time>
      )}
      {message.edited_at && (
        <span className="flex-none text-ink-3">
          <Trans>edited</Trans>
        </span>
      )}
      {message.hidden_at && (
        <Badge tone="warn">
          <Trans>Hidden</Trans>
        </Badge>
      )}
      {menu}
    </div>
  );
}

interface MenuProps {
  message: BoardMessage;
  territoryId: string;
  /** True for everyone but the author, who can report the message. The region's team can hide it. */
  canReport: boolean;
  canHide: boolean;
  /** True for the author, who can delete the message, and edit it unless it is hidden. */
  own: boolean;
  onAct: (act: 'edit' | 'delete') => void;
}

function MessageMenu({ message, territoryId, canReport, canHide, own, onAct }: MenuProps) {
  const { t } = useLingui();
  const name = useAuthorName(message);
  return (
    <ActionsMenu label={t`Actions for ${name}'s message`} menuLabel={t`Message actions`}>
      {(close) => (
        <>
          {own && !message.hidden_at && (
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct('edit')}>
              <Trans>Edit message</Trans>
            </MenuItem>
          )}
          {own && (
            <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => onAct('delete')}>
              <Trans>Delete message</Trans>
            </MenuItem>
          )}
          {canReport && (
            <ReportItem report={() => reportMessage(message.id)} close={close}>
              <Trans>Report message</Trans>
            </ReportItem>
          )}
          {canHide && <Hide message={message} territoryId={territoryId} close={close} />}
        </>
      )}
    </ActionsMenu>
  );
}

function Hide({ message, territoryId, close }: { message: BoardMessage; territoryId: string; close: () => void }) {
  const client = useQueryClient();
  const hidden = message.hidden_at !== null;
  const hide = useMutation({
    mutationFn: () => hideMessage(message.id, !hidden),
    onSuccess: async () => {
      await refreshQueries(client, { queryKey: boardKeys.all(territoryId) });
      close();
    },
  });
  return (
    <MenuItem
      keepOpen
      icon={hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
      busy={hide.isPending}
      error={hide.error}
      onSelect={() => hide.mutate()}
    >
      {hidden ? <Trans>Show message to everyone again</Trans> : <Trans>Hide message</Trans>}
    </MenuItem>
  );
}
