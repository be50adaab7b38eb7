import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useEffect, useRef } from 'react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatRating } from '@/lib/format/numbers';
import { keepAtTop } from '@/ui/loading/keep-at-top';
import { HydrateOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ReviewsLoading } from './ReviewsLoading';
import { REVIEWS } from './reply-draft';
import { Stars } from './Stars';

const load = () => import('./ReviewList');
const ReviewList = lazyPart(load, { fallback: <ReviewsLoading /> });

export type ReviewsProps = {
  kind: ServiceKind;
  serviceId: string;
  /** The average from the service's row, which the database keeps up to date over all visible reviews. */
  average: number | null;
  count: number;
};

/** Shows the average and the reviews, or nothing if there are none. */
export function Reviews({ kind, serviceId, average, count }: ReviewsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The reviews load near the window only, so a link to them has to scroll there.
    return serviceId && section.current && location.hash === REVIEWS ? keepAtTop(section.current) : undefined;
  }, [serviceId]);
  if (count < 1 || average === null) return null;
  const score = formatRating(average);
  return (
    <section ref={section} aria-labelledby="reviews" className="mt-9 scroll-mt-20">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="reviews" className="font-title text-2xl">
          <Trans>Reviews</Trans>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
          <Stars rating={average} />
          <strong className="nums text-ink">{score}</strong>
          <span className="nums">{plural(count, { one: '# review', other: '# reviews' })}</span>
        </p>
      </div>
      <Written kind={kind} serviceId={serviceId} />
    </section>
  );
}

/** The reviews are far down the page, so their code loads when someone scrolls near them. */
const Written = memo(function Written({ kind, serviceId }: Pick<ReviewsProps, 'kind' | 'serviceId'>) {
  return (
    <HydrateOnVisible load={load} margin="300px" fallback={<ReviewsLoading />}>
      <ReviewList kind={kind} serviceId={serviceId} />
    </HydrateOnVisible>
  );
});
