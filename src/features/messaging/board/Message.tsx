import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CornerDownRight, MessageCircle } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { parseImage } from '@/lib/media/media';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { Composer } from './Composer.tsx';
import { MessageHead, useAuthorName } from './MessageHead.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import type { BoardMessage } from './pages.ts';
import { Replies } from './Replies.tsx';
import { UserText } from './UserText.tsx';
import { usePosting } from './use-posting.ts';
import type { Viewer } from './viewer.ts';

export interface MessageProps {
  message: BoardMessage;
  territoryId: string;
  viewer: Viewer;
  now: Date;
  /** Still on its way. */
  pending: boolean;
}

interface CardProps extends MessageProps {
  small?: boolean;
  children?: ReactNode;
}

/** A message or a reply: face, head, text, and whatever belongs below. */
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

/** A top-level message with its replies, which open on demand. */
export function Message(props: MessageProps) {
  const { message, territoryId, viewer, pending } = props;
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [answering, setAnswering] = useState(false);
  const answer = useRef<HTMLButtonElement>(null);
  const posting = usePosting(territoryId, message.id);
  const repliesId = useId();
  const name = useAuthorName(message);
  const count = message.replyCount + posting.pending.length;
  const mayReply = viewer.userId !== null && !message.hidden_at;
  if (pending) return <MessageCard {...props} />;
  return (
    <MessageCard {...props}>
      {(mayReply || count > 0) && (
        <div className="mt-0.5 -ml-2 flex gap-1">
          {mayReply && (
            <Button
              ref={answer}
              variant="ghost"
              size="sm"
              className="px-2! font-medium! text-ink-2"
              icon={<CornerDownRight aria-hidden="true" />}
              aria-expanded={answering}
              onClick={() => {
                setOpen(true);
                setAnswering(!answering);
              }}
            >
              <Trans>Reply</Trans>
            </Button>
          )}
          {count > 0 && (
            <Button
              variant="ghost"
              size="sm"
              className="px-2! font-medium! text-ink-2"
              icon={<MessageCircle aria-hidden="true" />}
              aria-expanded={open}
              aria-controls={open ? repliesId : undefined}
              onClick={() => setOpen(!open)}
            >
              <Plural value={count} one="# reply" other="# replies" />
            </Button>
          )}
        </div>
      )}
      {open && count > 0 && (
        <Replies id={repliesId} {...props} onTheirWay={posting.pending} label={t`Replies to ${name}`} />
      )}
      {answering && mayReply && (
        <Composer
          className="mt-2"
          autoFocus
          place={`${territoryId}-${message.id}-${viewer.userId}`}
          label={t`Write a reply`}
          sendLabel={t`Post reply`}
          posting={posting}
          onCancel={() => {
            setAnswering(false);
            answer.current?.focus();
          }}
        />
      )}
    </MessageCard>
  );
}
