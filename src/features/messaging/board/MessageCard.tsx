import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatRelative, formatShortDate } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { Badge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { Flag } from '@/ui/media/Flag';
import { ActionsMenu, ReportItem } from '@/ui/overlay/ActionsMenu';
import { MenuItem } from '@/ui/overlay/Menu';
import type { BoardMessage } from './pages.ts';
import { boardKeys, hideMessage, reportMessage } from './queries.ts';
import { UserText } from './UserText.tsx';
import type { Viewer } from './viewer.ts';

export interface MessageProps {
  message: BoardMessage;
  territoryId: string;
  viewer: Viewer;
  now: Date;
  /** Still on its way. */
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

/** A message or a reply: face, head, text, and what belongs below. */
export function MessageCard({ message, territoryId, viewer, now, pending, small = false, children }: CardProps) {
  const name = useAuthorName(message);
  const { userId, moderates } = viewer;
  const canReport = userId !== null && userId !== message.user_id && !message.hidden_at;
  const acts = !pending && (canReport || moderates);
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
              <MessageMenu message={message} territoryId={territoryId} canReport={canReport} canHide={moderates} />
            )
          }
        />
        <UserText
          text={message.message}
          className={cx('mt-0.5 leading-[1.45]', small ? 'text-sm' : 'text-[.9375rem]', pending && 'text-ink-2')}
        />
        {children}
      </div>
    </article>
  );
}

interface HeadProps {
  message: BoardMessage;
  now: Date;
  pending: boolean;
  menu: ReactNode;
}

/** Who, from where and when, with the message's menu at the end. */
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
          title={formatShortDate(message.created_at)}
          className="flex-none whitespace-nowrap text-ink-3"
        >
          {formatRelative(message.created_at, now)}
        </time>
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
  /** Everyone but the author reports; who runs the territory hides. */
  canReport: boolean;
  canHide: boolean;
}

function MessageMenu({ message, territoryId, canReport, canHide }: MenuProps) {
  const { t } = useLingui();
  const name = useAuthorName(message);
  return (
    <ActionsMenu label={t`Actions for the message of ${name}`} menuLabel={t`Message actions`}>
      {(close) => (
        <>
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
      {hidden ? <Trans>Show to everyone again</Trans> : <Trans>Hide message</Trans>}
    </MenuItem>
  );
}
