import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';

const STARS = [1, 2, 3, 4, 5];

/** Returns how a star is filled: not, half or fully. */
const fillOf = (rating: number, star: number): number =>
  Math.round(Math.min(1, Math.max(0, rating - star + 1)) * 2) / 2;

/** Shows a rating as five stars, in halves. The number is beside it where it matters. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  return (
    <span className="flex gap-0.5 text-warn" role="img" aria-label={t`${rating} out of 5`}>
      {STARS.map((star) => (
        <span key={star} aria-hidden="true" className="relative size-4" data-fill={fillOf(rating, star)}>
          <Star className="absolute inset-0 size-4" />
          <Star
            className="absolute inset-0 size-4"
            fill="currentColor"
            style={{ clipPath: `inset(0 ${100 - fillOf(rating, star) * 100}% 0 0)` }}
          />
        </span>
      ))}
    </span>
  );
}
