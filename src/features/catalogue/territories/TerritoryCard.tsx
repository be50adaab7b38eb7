import { Link } from 'react-router-dom';
import { CardPicture, featuredBadge } from '@/features/catalogue/service/CardPicture';
import { pictureSizes } from '@/lib/media/media';
import { paths, withQuery } from '@/lib/routing/paths';
import type { TerritoryCardData } from './queries.ts';

/** The first sentence, where a territory has no summary of its own. */
function firstSentence(text: string): string {
  return /^[\s\S]{20,160}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 160);
}

interface Props {
  territory: Pick<TerritoryCardData, 'id' | 'name' | 'summary' | 'description' | 'featured' | 'image_urls'>;
  /** A partner's code, kept in the link. */
  referral: string | null;
  priority?: boolean;
}

export function TerritoryCard({ territory, referral, priority = false }: Props) {
  return (
    <Link to={withQuery(paths.territory(territory.id), { ref: referral })} className="group flex flex-col rounded-xl">
      <CardPicture
        url={territory.image_urls[0]}
        sizes={pictureSizes.card}
        priority={priority}
        className="aspect-[4/3] rounded-xl transition duration-150 group-hover:shadow-md"
        badge={territory.featured && featuredBadge}
      />
      <h2 className="font-title mt-4 text-2xl wrap-anywhere group-hover:text-brand-text">{territory.name}</h2>
      <p className="mt-1 text-ink-2 wrap-anywhere">{territory.summary || firstSentence(territory.description)}</p>
    </Link>
  );
}
