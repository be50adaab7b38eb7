import { Trans } from '@lingui/react/macro';
import { Clock, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Rating } from '@/features/catalogue/reviews/Rating';
import { CardPicture, featuredBadge } from '@/features/catalogue/service/CardPicture';
import { formatDuration } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import type { ExperienceListItem } from './queries.ts';

interface Props {
  experience: ExperienceListItem;
  currencySymbol: string;
  /** A partner's code, kept in the link. */
  referral?: string | null;
}

export function ExperienceCard({ experience, currencySymbol, referral = null }: Props) {
  const price = priceParts(experience, currencySymbol);
  return (
    <article className="group relative flex flex-col">
      <CardPicture
        url={experience.image_urls[0]}
        sizes="(min-width: 80rem) 25rem, (min-width: 64rem) calc(50vw - 15rem), (min-width: 40rem) 47vw, calc(100vw - 2rem)"
        className="aspect-[3/2] rounded-lg transition duration-150 group-hover:shadow-md"
        badge={experience.featured && featuredBadge}
      />
      <div className="mt-3.5 flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg leading-snug font-bold wrap-anywhere group-hover:text-brand-text">
          {/* The link covers the card; only its title is read out. */}
          <Link
            to={withQuery(paths.experience(experience.id), { ref: referral })}
            className="rounded-sm after:absolute after:inset-0"
          >
            {experience.title}
          </Link>
        </h3>
        <Rating average={experience.rating_average} count={experience.rating_count} />
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-4" />
          {formatDuration(experience.duration)}
        </span>
        <Party experience={experience} />
      </p>
      {price && <PriceLine parts={price} />}
    </article>
  );
}

function Party({ experience }: { experience: ExperienceListItem }) {
  const isPrivate = experience.booking_type === 'private';
  const most = isPrivate ? experience.max_private_guests : experience.max_spots;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Users aria-hidden="true" className="size-4" />
      {isPrivate ? <Trans>Private, up to {most}</Trans> : <Trans>Up to {most} people</Trans>}
    </span>
  );
}

function PriceLine({ parts }: { parts: PriceParts }) {
  const price = <strong className="nums font-bold text-ink">{parts.price}</strong>;
  return (
    <p className="mt-2 text-ink-2">
      {parts.kind === 'total' && (
        <span>
          <Trans>{price} total</Trans>
        </span>
      )}
      {parts.kind === 'per-person' && (
        <span>
          <Trans>{price} per person</Trans>
        </span>
      )}
      {parts.kind === 'from-per-person' && (
        <span>
          <Trans>From {price} / person</Trans>
        </span>
      )}
    </p>
  );
}

interface PriceParts {
  kind: 'total' | 'per-person' | 'from-per-person';
  price: string;
}

interface Priced {
  booking_type: string;
  shared_price: number | null;
  private_price: number | null;
}

/** The card's price: a private one is for the whole group, a shared one per person, both is 'From … / person'. */
function priceParts(experience: Priced, symbol: string): PriceParts | null {
  const { booking_type: type, shared_price: shared, private_price: whole } = experience;
  if (type === 'private') return whole === null ? null : { kind: 'total', price: formatMoney(whole, symbol) };
  if (shared === null) return null;
  return { kind: type === 'both' ? 'from-per-person' : 'per-person', price: formatMoney(shared, symbol) };
}
