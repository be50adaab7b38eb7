import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/features/account/session/session';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { usePages } from '@/lib/api/use-pages';
import { Button } from '@/ui/Button';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { reviewRightsQuery, reviewsQuery } from './queries';
import { ReviewItem } from './ReviewItem';
import { ReviewsLoading } from './ReviewsLoading';

/** Lists guests' reviews with the operator's replies. */
export default function ReviewList({ kind, serviceId }: { kind: ServiceKind; serviceId: string }) {
  const { user } = useSession();
  const query = usePages(reviewsQuery(serviceId));
  const { loadMore, loadingMore } = query;
  const rights = useQuery({ ...reviewRightsQuery(serviceId, user?.id ?? ''), enabled: user !== null });
  if (query.isPending) {
    return <ReviewsLoading />;
  }
  return (
    <>
      <ul className="mt-5 grid grid-cols-1 gap-7">
        {query.rows?.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            kind={kind}
            serviceId={serviceId}
            canReply={rights.data?.reply ?? false}
            canHide={rights.data?.hide ?? false}
            canReport={user !== null && user.id !== review.author_id}
            userId={user?.id ?? null}
          />
        ))}
      </ul>
      {query.error && (
        <RetryAlert
          className="mt-4"
          retrying={query.isFetching}
          onRetry={() => void (query.data ? loadMore() : query.refetch())}
        >
          {query.error.message}
        </RetryAlert>
      )}
      {query.hasNextPage && !query.error && (
        <Button className="mt-6" busy={loadingMore} onClick={loadMore}>
          <Trans>Show more reviews</Trans>
        </Button>
      )}
    </>
  );
}
