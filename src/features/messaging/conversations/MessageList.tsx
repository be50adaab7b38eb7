import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { PanelNote } from '@/features/messaging/PanelNote';
import { formatRelative } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { paths } from '@/lib/routing/paths';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { Avatar } from '@/ui/media/Avatar';
import { notificationTarget, type WorkRole } from '../../../../supabase/functions/_shared/link-targets.ts';
import type { RecentMessage } from './queries';

const faceOf = (person: RecentMessage['sender']) => (person?.avatar_url ? parseImage(person.avatar_url).src : null);

type About = Pick<RecentMessage, 'booking_id' | 'kind' | 'group_size' | 'day'>;

/** Returns where a message is read and answered. A group message links to the departure. */
export function conversationOf(message: About, holds: (role: WorkRole) => boolean): string {
  const { group_size: groupSize, day, booking_id, kind } = message;
  if (groupSize === null || groupSize <= 1) return paths.conversation(kind, booking_id);
  const type = kind === 'experience' ? 'group_message' : 'ride_group_message';
  return notificationTarget({ type, territory_id: null, booking_id, kind, day, about: null }, holds);
}

interface ItemProps extends Pick<MessageListProps, 'userId' | 'holds'> {
  message: RecentMessage;
}

function Item({ message, userId, holds }: ItemProps) {
  const { t } = useLingui();
  const size = message.group_size ?? 1;
  const isOwn = message.sender_id === userId;
  // A conversation is named after the other person rather than the last writer, and a group message after its
  // sender.
  const other = (isOwn || message.by_host) && size === 1 ? message.other : null;
  const person = other ?? message.sender;
  // The team answers for a trip that has no guide or driver.
  const toTeam = isOwn && !other && size === 1;
  const name = toTeam ? t`The team` : person?.full_name || t`Unknown Sender`;
  const words = other ? `${message.sender?.full_name || t`Unknown Sender`}: ${message.message}` : message.message;
  return (
    <li>
      <Link to={conversationOf(message, holds)} className="flex gap-3 rounded-md px-3 py-2.5 hover:bg-surface-2">
        <Avatar name={name} src={toTeam ? null : faceOf(person)} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <bdi className="truncate text-sm font-semibold">{isOwn && !other && !toTeam ? t`You` : name}</bdi>
            <time dateTime={message.created_at} className="flex-none text-xs text-ink-3">
              {formatRelative(message.created_at)}
            </time>
          </span>
          <span dir="auto" className="block truncate text-xs font-medium text-ink-3">
            <span lang={message.service?.untranslated?.title}>{message.service?.title ?? t`Unknown Service`}</span>
            {size > 1 && <span>, {t`to ${size} bookings`}</span>}
          </span>
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
            {isOwn && (other || toTeam) ? (
              <span key="own">
                <Trans>You: {message.message}</Trans>
              </span>
            ) : (
              <span>{words}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

export interface MessageListProps {
  userId: string;
  holds: (role: WorkRole) => boolean;
  messages: RecentMessage[] | undefined;
  loading: boolean;
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

export function MessageList({ userId, holds, messages, loading, error, retrying, onRetry }: MessageListProps) {
  const { t } = useLingui();
  if (error && !messages) {
    return (
      <RetryAlert className="m-1.5" retrying={retrying} onRetry={onRetry}>
        <Trans>Failed to load messages</Trans>
      </RetryAlert>
    );
  }
  if (loading) {
    return (
      <PanelNote busy>
        <Trans>Loading messages...</Trans>
      </PanelNote>
    );
  }
  if (!messages?.length) {
    return (
      <PanelNote>
        <Trans>No messages</Trans>
      </PanelNote>
    );
  }
  return (
    <ul aria-label={t`Messages`} className="grid gap-1">
      {messages.map((message) => (
        <Item key={message.id} message={message} userId={userId} holds={holds} />
      ))}
    </ul>
  );
}
