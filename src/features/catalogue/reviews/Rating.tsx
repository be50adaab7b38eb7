import { Plural, useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { formatRating } from '@/lib/format/numbers';

/** Shows the average and the count on a card, or nothing if there are no reviews. */
export function Rating({ average, count }: { average: number | null; count: number }) {
  const { t } = useLingui();
  if (average === null || count < 1) return null;
  const shown = formatRating(average);
  return (
    <span className="inline-flex flex-none items-center gap-1 text-sm">
      <Star aria-hidden="true" className="size-4 fill-ocre-400 text-ocre-400" />
      <span className="sr-only">{t`Rated ${shown} of 5`}</span>
      <strong aria-hidden="true" className="nums font-semibold">
        {shown}
      </strong>
      <span className="text-ink-3">
        <span aria-hidden="true">({count})</span>
        <span className="sr-only">
          <Plural value={count} one="# review" other="# reviews" />
        </span>
      </span>
    </span>
  );
}
