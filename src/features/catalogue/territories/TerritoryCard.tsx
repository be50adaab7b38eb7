import { Trans } from '@lingui/react/macro';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { parseImage, pictureSizes } from '@/lib/media/media';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Poster } from '@/ui/media/Poster';
import type { TerritoryCardData } from './queries.ts';

/** The first sentence, where a region has no summary of its own. */
function firstSentence(text: string): string {
  return /^[\s\S]{20,160}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 160);
}

export interface TerritoryCardProps {
  territory: Pick<TerritoryCardData, 'id' | 'name' | 'summary' | 'description' | 'featured' | 'image_urls'>;
  /** A partner's code, kept in the link. */
  referral: string | null;
  priority?: boolean;
}

export function TerritoryCard({ territory, referral, priority = false }: TerritoryCardProps) {
  return (
    <Link to={withQuery(paths.territory(territory.id), { ref: referral })} className="group flex flex-col rounded-xl">
      <div className="relative">
        <Poster
          picture={parseImage(territory.image_urls[0])}
          alt=""
          sizes={pictureSizes.card}
          priority={priority}
          className="aspect-[4/3] rounded-xl transition duration-150 group-hover:shadow-md"
        />
        {territory.featured && (
          <Badge tone="paper" className="absolute top-3 left-3 z-10">
            <Sparkles aria-hidden="true" />
            <Trans>Featured</Trans>
          </Badge>
        )}
      </div>
      <h2 className="font-title mt-4 text-2xl wrap-anywhere group-hover:text-brand-text">{territory.name}</h2>
      <p className="mt-1 text-ink-2 wrap-anywhere">{territory.summary || firstSentence(territory.description)}</p>
    </Link>
  );
}
