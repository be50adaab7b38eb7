import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { usePages } from '@/lib/api/use-pages';
import { useNow } from '@/lib/hooks/use-now';
import { paths, withQuery } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';
import { Composer } from './Composer.tsx';
import { Message } from './Message.tsx';
import { MessageSkeletons } from './MessageSkeletons.tsx';
import { FIRST_PAGE, joinPages, withPending } from './pages.ts';
import { followQuery, messagesQuery, setFollowing } from './queries.ts';
import { SessionEnded } from './SessionEnded.tsx';
import { useLiveBoard } from './use-live-board.ts';
import { type Posting, usePosting } from './use-posting.ts';
import { useViewer, type Viewer } from './viewer.ts';

/** Shows a territory's message board. Everyone can read, signed-in people can write, and the team moderates. */
export default function Board({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const { loading, ...viewer } = useViewer(territoryId);
  const posting = usePosting(territoryId, null);
  return (
    <section
      aria-labelledby="board-title"
      className="card p-5 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7.5rem)] lg:overflow-y-auto lg:overscroll-contain"
    >
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="board-title" className="font-title text-2xl">
          <Trans>Message board</Trans>
        </h2>
        {viewer.userId && <FollowButton territoryId={territoryId} userId={viewer.userId} />}
      </div>
      {viewer.userId ? (
        <Composer
          key={viewer.userId}
          className="mt-4"
          place={`${territoryId}-${viewer.userId}`}
          label={t`Write a message`}
          sendLabel={t`Post message`}
          posting={posting}
        />
      ) : (
        !loading && (viewer.expired ? <SessionEnded className="mt-4" /> : <JoinPrompt />)
      )}
      <Messages territoryId={territoryId} viewer={viewer} posting={posting} />
    </section>
  );
}

function Messages({ territoryId, viewer, posting }: { territoryId: string; viewer: Viewer; posting: Posting }) {
  const now = useNow();
  const [all, setAll] = useState(false);
  const query = usePages(messagesQuery(territoryId));
  const { loadMore, loadingMore } = query;
  useLiveBoard(territoryId, query.isSuccess);
  const list = useRef<HTMLUListElement>(null);
  /** The number of messages that were visible when more were requested. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    const first = before.current === null ? null : list.current?.children[before.current];
    if (loadingMore || !(first instanceof HTMLElement)) return;
    before.current = null;
    // The button disappears after the last page, so the focus moves to the new messages.
    if (document.activeElement !== document.body) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });
  if (query.isPending) return <MessagesSkeleton />;
  if (!query.data) return <LoadFailed query={query} className="mt-4" />;

  const messages = withPending(joinPages(query.data.pages), posting.pending, 'newest-first');
  const shown = all ? messages : messages.slice(0, FIRST_PAGE);
  const more = query.hasNextPage || shown.length < messages.length;
  function showMore() {
    before.current = shown.length;
    setAll(true);
    if (query.hasNextPage) loadMore();
  }
  return (
    <>
      {shown.length === 0 && (
        <p className="mt-5 text-ink-2">
          <Trans>There are no messages yet. Ask the first question.</Trans>
        </p>
      )}
      <ul ref={list} className="mt-5 divide-y divide-line">
        {shown.map((message) => (
          <li key={message.id} className="py-4 first:pt-0">
            <Message
              message={message}
              territoryId={territoryId}
              viewer={viewer}
              now={now}
              pending={posting.pending.includes(message)}
            />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && <LoadFailed query={{ ...query, refetch: query.fetchNextPage }} className="mt-4" />}
      {more && (
        <Button variant="soft" block className="mt-3" busy={loadingMore} onClick={showMore}>
          {all ? <Trans>Show older messages</Trans> : <Trans>View All Messages</Trans>}
        </Button>
      )}
    </>
  );
}

function MessagesSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading messages`} className="mt-5">
      <MessageSkeletons />
    </LoadingArea>
  );
}

/** Shows the change at once, and reverts it if the server refuses. */
function FollowButton({ territoryId, userId }: { territoryId: string; userId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(followQuery(territoryId, userId));
  const change = useMutation({
    mutationFn: (follow: boolean) => setFollowing(territoryId, userId, follow),
    onSuccess: async (_, follow) => {
      const { queryKey } = followQuery(territoryId, userId);
      // An earlier request would arrive last and overwrite the change.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, follow);
    },
    onError: toast.failure,
  });
  const following = change.isPending ? change.variables : data;
  return (
    <Button
      size="sm"
      icon={following ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
      disabled={following === undefined}
      onClick={() => {
        if (!change.isPending) change.mutate(!following);
      }}
    >
      {following ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}

/** Shown to visitors in place of the composer. Signing in leads back to the board with its filters. */
function JoinPrompt() {
  const ref = useReferral();
  const { pathname, search } = useLocation();
  const state: ReturnToState = { from: `${pathname}${search}#board` };
  return (
    <div className="mt-4 grid gap-3 rounded-lg bg-surface-2 p-4">
      <div>
        <h3 className="font-bold">
          <Trans>Join the Conversation</Trans>
        </h3>
        <p className="text-sm text-ink-2">
          <Trans>Ask the local team, or help someone going where you've been.</Trans>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={withQuery(paths.login, { ref })} state={state}>
          <Trans>Log in</Trans>
        </LinkButton>
        <LinkButton to={withQuery(paths.register, { ref })} state={state}>
          <Trans>Sign up</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
