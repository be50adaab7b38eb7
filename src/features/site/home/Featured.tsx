import { Trans } from '@lingui/react/macro';
import { ArrowRight, Bus, Footprints, Ship } from 'lucide-react';
import { memo } from 'react';
import { art } from '@/lib/media/art';
import { withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { HydrateOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Poster } from '@/ui/media/Poster';
import { FeaturedExperiencesSkeleton } from './featured-experiences-skeleton.tsx';

const TERRITORY = 'rio-dulce';
const load = () => import('./FeaturedExperiences.tsx');
const FeaturedExperiences = lazyPart(load, { fallback: <FeaturedExperiencesSkeleton /> });

/**
 * Shows the home page's featured territory. Its prices are far down the page, so their code loads when someone
 * scrolls near them.
 */
export const Featured = memo(function Featured({ referral }: { referral: string | null }) {
  return (
    <section className="shell grid gap-8 py-16 lg:grid-cols-12 lg:gap-10 lg:py-24" aria-labelledby="featured">
      <div className="relative lg:col-span-7">
        <Poster
          picture={art.castillo()}
          sizes="(min-width: 64rem) 44rem, calc(100vw - 2rem)"
          className="aspect-[4/3] rounded-xl sm:aspect-[16/10]"
        />
        <div className="relative z-10 mx-4 -mt-14 grid grid-cols-3 gap-3 sm:mx-8 sm:-mt-20 sm:gap-4">
          {[art.mangrove(), art.waterfall(), art.livingston()].map((picture) => (
            <Poster
              key={picture.src}
              picture={picture}
              sizes="14rem"
              className="aspect-square rounded-lg ring-4 ring-canvas sm:aspect-[4/3]"
            />
          ))}
        </div>
      </div>
      <div className="flex flex-col items-start justify-center lg:col-span-5">
        <p className="eyebrow">
          <Trans>Featured region</Trans>
        </p>
        <h2 id="featured" className="font-title mt-3 text-4xl">
          Río Dulce
        </h2>
        <p className="mt-4 text-lg text-ink-2">
          <Trans>
            A jungle river that runs from Lake Izabal through a limestone canyon to the Caribbean. Swim under a hot
            waterfall, paddle the mangroves at first light, and have lunch in Lívingston with Garífuna cooks.
          </Trans>
        </p>
        <ul className="mt-6 grid gap-3 font-medium [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:flex-none [&_svg]:text-accent">
          <li className="flex gap-3">
            <Ship aria-hidden="true" />
            <Trans>Boats leave every morning from the bridge at Fronteras</Trans>
          </li>
          <li className="flex gap-3">
            <Footprints aria-hidden="true" />
            <Trans>Small groups with guides from the river villages</Trans>
          </li>
          <li className="flex gap-3">
            <Bus aria-hidden="true" />
            <Trans>Shuttles from Antigua, Guatemala City and Flores</Trans>
          </li>
        </ul>
        <HydrateOnVisible load={load} fallback={<FeaturedExperiencesSkeleton />} margin="200px" className="w-full">
          <FeaturedExperiences territoryId={TERRITORY} referral={referral} />
        </HydrateOnVisible>
        <LinkButton to={withQuery(`/regions/${TERRITORY}`, { ref: referral })} size="lg" className="mt-8">
          <Trans>Explore Río Dulce</Trans>
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
    </section>
  );
});
