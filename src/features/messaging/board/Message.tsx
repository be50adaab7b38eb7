import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CornerDownRight, MessageCircle } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { usePages } from '@/lib/api/use-pages';
import { readText } from '@/lib/storage/storage';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Composer } from './Composer.tsx';
import { draftKeyOf } from './drafts.ts';
import { MessageCard, type MessageProps, useAuthorName } from './MessageCard.tsx';
import { type BoardMessage, joinPages, withPending } from './pages.ts';
import { repliesQuery } from './queries.ts';
import { SessionEnded } from './SessionEnded.tsx';
import { usePosting } from './use-posting.ts';

/** Shows a top-level message with its replies, which open on request. */
export function Message(props: MessageProps) {
  const { message, territoryId, viewer, pending } = props;
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const place = `${territoryId}-${message.id}-${viewer.userId}`;
  const mayReply = viewer.userId !== null && !message.hidden_at && !message.deleted_at;
  // A reply that was interrupted, for example to sign in again, opens again.
  const [answering, setAnswering] = useState(() => mayReply && readText('session', draftKeyOf(place)) !== null);
  const answer = useRef<HTMLButtonElement>(null);
  const posting = usePosting(territoryId, message.id);
  const repliesId = useId();
  const count = message.replyCount + posting.pending.length;
  if (pending) return <MessageCard {...props} />;
  return (
    <MessageCard {...props}>
      {(mayReply || count > 0) && (
        <div className="mt-0.5 -ml-2 flex gap-1">
          {mayReply && (
            <Toggle
              ref={answer}
              icon={<CornerDownRight aria-hidden="true" />}
              open={answering}
              onToggle={() => {
                setOpen(true);
                setAnswering(!answering);
              }}
            >
              <Trans>Reply</Trans>
            </Toggle>
          )}
          {count > 0 && (
            <Toggle
              icon={<MessageCircle aria-hidden="true" />}
              open={open}
              controls={repliesId}
              onToggle={() => setOpen(!open)}
            >
              <Plural value={count} one="# reply" other="# replies" />
            </Toggle>
          )}
        </div>
      )}
      {open && count > 0 && <Replies id={repliesId} {...props} pendingReplies={posting.pending} />}
      {answering && mayReply && (
        <Composer
          className="mt-2"
          autoFocus
          place={place}
          label={t`Write a reply`}
          sendLabel={t`Post reply`}
          posting={posting}
          onCancel={() => {
            setAnswering(false);
            answer.current?.focus();
          }}
        />
      )}
      {answering && viewer.expired && <SessionEnded className="mt-2" />}
    </MessageCard>
  );
}

interface ToggleProps {
  ref?: RefObject<HTMLButtonElement | null>;
  icon: ReactNode;
  open: boolean;
  controls?: string;
  onToggle: () => void;
  children: ReactNode;
}

function Toggle({ ref, icon, open, controls, onToggle, children }: ToggleProps) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="sm"
      className="px-2! font-medium! text-ink-2"
      icon={icon}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}

interface RepliesProps extends MessageProps {
  id: string;
  pendingReplies: readonly BoardMessage[];
}

/** Shows a message's replies, oldest first and pending ones at the end. */
function Replies({ id, pendingReplies, message, ...rest }: RepliesProps) {
  const { t } = useLingui();
  const name = useAuthorName(message);
  const query = usePages(repliesQuery(rest.territoryId, message.id));
  const { loadMore, loadingMore } = query;
  const replies = withPending(joinPages(query.data?.pages), pendingReplies, 'oldest-first');
  return (
    <div id={id} className="mt-2 border-l-2 border-line pl-3">
      {query.isPending && (
        <LoadingArea label={t`Loading replies`}>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-2 h-4 w-full" />
        </LoadingArea>
      )}
      {query.isError && !query.data && <LoadFailed query={query} className="mt-4" />}
      <ul aria-label={t`Replies to ${name}`} className="grid gap-3">
        {replies.map((reply) => (
          <li key={reply.id}>
            <MessageCard {...rest} small message={reply} pending={pendingReplies.includes(reply)} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && <LoadFailed query={{ ...query, refetch: query.fetchNextPage }} className="mt-4" />}
      {query.hasNextPage && (
        <Button variant="link" size="sm" className="mt-2" busy={loadingMore} onClick={loadMore}>
          <Trans>Show more replies</Trans>
        </Button>
      )}
    </div>
  );
}
