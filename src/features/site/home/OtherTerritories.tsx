import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { memo } from 'react';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { HydrateOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PostersSkeleton } from './poster-grid.tsx';

const load = () => import('./TerritoryPosters.tsx');
const TerritoryPosters = lazyPart(load, { fallback: <PostersSkeleton /> });

/** Shows the other territories. They are far down the page, so they load when someone scrolls near them. */
export const OtherTerritories = memo(function OtherTerritories({ referral }: { referral: string | null }) {
  return (
    <section className="bg-canvas-2 py-16 lg:py-24" aria-labelledby="where">
      <div className="shell">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="where" className="font-title max-w-xl text-4xl">
            <Trans>Where will you go first?</Trans>
          </h2>
          <LinkButton to={withQuery(paths.regions, { ref: referral })} variant="ghost" className="-mx-[1.125rem]">
            <Trans>All regions</Trans>
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        </div>
        <HydrateOnVisible load={load} fallback={<PostersSkeleton />}>
          <TerritoryPosters referral={referral} />
        </HydrateOnVisible>
      </div>
    </section>
  );
});
