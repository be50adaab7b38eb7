import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMorePages } from '@/lib/api/use-more-pages';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { MessageCard, type MessageProps } from './Message.tsx';
import { type BoardMessage, joinPages, withPending } from './pages.ts';
import { repliesQuery } from './queries.ts';

interface Props extends MessageProps {
  id: string;
  label: string;
  onTheirWay: readonly BoardMessage[];
}

/** The replies to a message, oldest first; what is just being sent stands at their end. */
export function Replies({ id, label, onTheirWay, message, ...rest }: Props) {
  const { t } = useLingui();
  const query = useInfiniteQuery(repliesQuery(rest.territoryId, message.id));
  const { loadMore, loadingMore } = useMorePages(query);
  const replies = withPending(joinPages(query.data?.pages), onTheirWay, 'oldest-first');
  return (
    <div id={id} className="mt-2 border-l-2 border-line pl-3">
      {query.isPending && (
        <LoadingArea label={t`Loading replies`}>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-2 h-4 w-full" />
        </LoadingArea>
      )}
      {query.isError && !query.data && <LoadFailed query={query} className="mt-4" />}
      <ul aria-label={label} className="grid gap-3">
        {replies.map((reply) => (
          <li key={reply.id}>
            <MessageCard {...rest} small message={reply} pending={onTheirWay.includes(reply)} />
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
