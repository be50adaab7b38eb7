import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, MessageCircle } from 'lucide-react';
import { Fragment, type Ref, useRef } from 'react';
import { formatLongDate, formatRelative } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { parseImage } from '@/lib/media/media';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Alert } from '@/ui/feedback/Alert';
import { Avatar } from '@/ui/media/Avatar';
import { Written } from '@/ui/written/Written';
import { Composer } from './Composer';
import { byDay, type Message } from './thread';
import { useFollowEnd } from './use-follow-end';

interface Props {
  messages: Message[];
  userId: string;
  isTourist: boolean;
  /** The id of the first new message. */
  firstNew: string | null;
  draftKey: string;
  hasOlder: boolean;
  loadingOlder: boolean;
  /** Why loading older messages failed. */
  olderError: Error | null;
  onOlder: () => void;
  onSend: (text: string) => Promise<unknown>;
}

/** Announces the newest message of the other person when it arrives. */
function Announcement({ message }: { message: Message | undefined }) {
  const { t } = useLingui();
  const first = useRef(message?.id);
  const isNew = message && message.id !== first.current;
  return (
    <p role="status" className="sr-only">
      {isNew ? `${message.sender?.full_name || t`Unknown Sender`}: ${message.message.slice(0, 300)}` : ''}
    </p>
  );
}

export function ThreadView(props: Props) {
  const { messages, userId, isTourist, firstNew, draftKey, hasOlder, loadingOlder, olderError, onOlder, onSend } =
    props;
  const { t } = useLingui();
  const end = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLLIElement>(null);
  const newest = messages.at(-1);
  const { unseen, toEnd } = useFollowEnd(end, {
    oldest: messages[0]?.id,
    newest: newest?.id,
    own: newest?.sender_id === userId,
    start,
  });
  const now = useNow();
  return (
    <>
      <section aria-label={t`Messages`} className="flex flex-1 flex-col justify-end gap-6 py-6 [overflow-anchor:none]">
        {olderError && <Alert tone="danger">{olderError.message}</Alert>}
        {hasOlder && (
          <Button className="self-center" size="sm" busy={loadingOlder} onClick={onOlder}>
            <Trans>Show older messages</Trans>
          </Button>
        )}
        {messages.length === 0 && <NoMessages isTourist={isTourist} />}
        {byDay(messages).map((day) => (
          <div key={day.date} className="grid gap-4">
            <h2 className="text-center text-xs font-semibold text-ink-2">{formatLongDate(day.date)}</h2>
            <ol className="grid gap-4">
              {day.messages.map((message) => (
                <Fragment key={message.idempotency_key ?? message.id}>
                  {message.id === firstNew && <NewLine ref={start} />}
                  <MessageBubble message={message} now={now} own={message.sender_id === userId} />
                </Fragment>
              ))}
            </ol>
          </div>
        ))}
      </section>
      <Announcement message={messages.findLast((message) => message.sender_id !== userId)} />
      {unseen && (
        <Button
          variant="soft"
          size="sm"
          className="sticky bottom-24 z-10 mb-2 self-center"
          icon={<ArrowDown aria-hidden="true" />}
          onClick={toEnd}
        >
          <Trans>New messages</Trans>
        </Button>
      )}
      <Composer draftKey={draftKey} onSend={onSend} />
      <div ref={end} />
    </>
  );
}

/** Shows a line above the messages since the reader's last visit. */
function NewLine({ ref }: { ref: Ref<HTMLLIElement> }) {
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="flex scroll-mt-24 items-center gap-3 text-xs font-semibold text-brand-text outline-none before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current"
    >
      <Trans>New</Trans>
    </li>
  );
}

function NoMessages({ isTourist }: { isTourist: boolean }) {
  return (
    <div className="m-auto flex flex-col items-center gap-1.5 py-10 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-surface-2 text-ink-2">
        <MessageCircle aria-hidden="true" />
      </span>
      <p className="font-semibold">
        <Trans>No messages</Trans>
      </p>
      <p className="max-w-80 text-ink-2">
        {isTourist ? (
          <span>
            <Trans>Ask about the meeting point or what to bring, or say when you'll arrive.</Trans>
          </span>
        ) : (
          <span>
            <Trans>Message your guest about the meeting point, what to bring, or a change of plans.</Trans>
          </span>
        )}
      </p>
    </div>
  );
}

/** Shows a user's text as plain text, in its own direction, so that it can't widen the page. */
function MessageBubble({ message, now, own }: { message: Message; now: Date; own: boolean }) {
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
            <span>
              <Trans>Sending…</Trans>
            </span>
          ) : (
            <time dateTime={message.created_at}>{formatRelative(message.created_at, now)}</time>
          )}
        </p>
        <Written
          text={message.message}
          className={cx(
            'mt-1 overflow-hidden rounded-lg px-4 py-2.5 text-start whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]',
            own ? 'bg-accent-soft text-ink' : 'border border-line bg-surface text-ink',
          )}
        />
      </div>
    </li>
  );
}
