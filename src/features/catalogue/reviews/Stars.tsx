import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';

/** A rating as five stars; halves are rounded, the number stands beside it where it matters. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  return (
    <span className="flex gap-0.5 text-warn" role="img" aria-label={t`${rating} out of 5`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className="size-4"
          fill={star <= Math.round(rating) ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  );
}
