import { Trans } from '@lingui/react/macro';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { parseImage } from '@/lib/media/media';
import { Badge } from '@/ui/Badge';
import { Poster } from '@/ui/media/Poster';

interface Props {
  url: string | undefined;
  /** The width of the picture, as in the `sizes` attribute. */
  sizes: string;
  priority?: boolean;
  className: string;
  /** Shown in the picture's corner. */
  badge: ReactNode;
}

/** Shows a card's picture without alt text, because the card's text describes it. */
export function CardPicture({ url, sizes, priority = false, className, badge }: Props) {
  return (
    <div className="relative">
      <Poster picture={parseImage(url)} alt="" sizes={sizes} priority={priority} className={className} />
      {badge && (
        <Badge tone="paper" className="absolute top-3 left-3 z-10">
          {badge}
        </Badge>
      )}
    </div>
  );
}

export const featuredBadge = (
  <>
    <Sparkles aria-hidden="true" />
    <Trans context="experience">Featured</Trans>
  </>
);
