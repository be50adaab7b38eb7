import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '@/features/auth/session';
import { useMorePages } from '@/lib/use-more-pages';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { LoadingArea, Skeleton } from '@/ui/states';
import { reviewRightsQuery, reviewsQuery, type ServiceKind } from './queries';
import { ReviewItem } from './ReviewItem';
import { Stars } from './Stars';

export type ReviewsProps = {
  kind: ServiceKind;
  serviceId: string;
  /** As the service has them: kept by the database over all visible reviews. */
  average: number | null;
  count: number;
};

/** The average, and what people who went say; the operator answers here. Nothing is shown for a service without reviews. */
export function Reviews({ kind, serviceId, average, count }: ReviewsProps) {
  if (count < 1 || average === null) return null;
  const score = average.toFixed(1);
  return (
    <section aria-labelledby="reviews" className="mt-9">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="reviews" className="font-title text-2xl">
          <Trans>Reviews</Trans>
        </h2>
        <p className="flex items-center gap-2 text-ink-2">
          <Stars rating={average} />
          <strong className="nums text-ink">{score}</strong>
          <span className="nums">{plural(count, { one: '# review', other: '# reviews' })}</span>
        </p>
      </div>
      <List kind={kind} serviceId={serviceId} />
    </section>
  );
}

function List({ kind, serviceId }: { kind: ServiceKind; serviceId: string }) {
  const { t } = useLingui();
  const { user } = useSession();
  const query = useInfiniteQuery(reviewsQuery(kind, serviceId));
  const { loadMore, loadingMore } = useMorePages(query);
  const rights = useQuery({ ...reviewRightsQuery(kind, serviceId, user?.id ?? ''), enabled: user !== null });
  if (query.isPending) {
    return (
      <LoadingArea label={t`Loading reviews`} className="mt-4 grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </LoadingArea>
    );
  }
  return (
    <>
      <ul className="mt-5 grid gap-7">
        {query.data?.pages.flat().map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            kind={kind}
            serviceId={serviceId}
            canReply={rights.data?.reply ?? false}
            canHide={rights.data?.hide ?? false}
            canReport={user !== null && user.id !== review.author_id}
          />
        ))}
      </ul>
      {query.error && (
        <Alert
          tone="danger"
          className="mt-4"
          action={
            <Button size="sm" busy={query.isFetching} onClick={() => void (query.data ? loadMore() : query.refetch())}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {query.error.message}
        </Alert>
      )}
      {query.hasNextPage && !query.error && (
        <Button className="mt-6" busy={loadingMore} onClick={loadMore}>
          <Trans>Show more reviews</Trans>
        </Button>
      )}
    </>
  );
}
