import { Trans, useLingui } from '@lingui/react/macro';
import { formatRelative } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import type { Message } from './thread';

/** What people write is text and nothing else; it takes its own direction and never widens the page. */
export function MessageBubble({ message, own }: { message: Message; own: boolean }) {
  const { t } = useLingui();
  const name = message.sender?.full_name || t`Unknown Sender`;
  const face = message.sender?.avatar_url ? parseImage(message.sender.avatar_url).src : null;
  return (
    <li className={cx('flex items-end gap-2', own ? 'justify-end' : 'justify-start')}>
      {!own && <Avatar name={name} src={face} size={32} />}
      <div className={cx('min-w-0 max-w-[85%] sm:max-w-[70%]', own && 'text-end')}>
        <p className="px-1 text-xs text-ink-2">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{own ? t`You` : name}</bdi>{' '}
          {message.pending ? (
            <Trans>Sending…</Trans>
          ) : (
            <time dateTime={message.created_at}>{formatRelative(message.created_at)}</time>
          )}
        </p>
        <p
          dir="auto"
          className={cx(
            'mt-1 overflow-hidden rounded-lg px-4 py-2.5 text-start whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]',
            own ? 'bg-accent-soft text-ink' : 'border border-line bg-surface text-ink',
          )}
        >
          {message.message}
        </p>
      </div>
    </li>
  );
}
