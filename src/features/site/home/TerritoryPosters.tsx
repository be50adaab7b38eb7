import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { type OtherTerritory, otherTerritoriesQuery } from '@/features/catalogue/territories/queries';
import { parseImage } from '@/lib/media/media';
import { paths, withQuery } from '@/lib/routing/paths';
import { cx } from '@/ui/cx';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';
import { Poster } from '@/ui/media/Poster';
import { POSTER_GRID, POSTER_SIZE, POSTERS, PostersSkeleton } from './poster-grid.tsx';

export default function TerritoryPosters({ referral }: { referral: string | null }) {
  const query = useQuery(otherTerritoriesQuery(POSTERS.length));
  const { data, error, isPending, isFetching, refetch } = query;
  if (isPending) return <PostersSkeleton />;
  if (!data) {
    return <ErrorState className="mt-8" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      {error && <LoadFailed query={query} className="mt-6" />}
      <ul className={POSTER_GRID}>
        {data.map((territory, index) => (
          <li key={territory.id} className={cx('flex', POSTER_SIZE, POSTERS[index]?.place)}>
            <TerritoryPoster
              territory={territory}
              caption={POSTERS[index]?.caption ?? 'bg-anil-900'}
              referral={referral}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function TerritoryPoster({
  territory,
  caption,
  referral,
}: {
  territory: OtherTerritory;
  caption: string;
  referral: string | null;
}) {
  const { untranslated = {} } = territory;
  return (
    <Link
      to={withQuery(paths.territory(territory.id), { ref: referral })}
      className="group flex w-full flex-col overflow-hidden rounded-xl transition-shadow duration-150 hover:shadow-lg"
    >
      <Poster
        picture={parseImage(territory.image_urls[0])}
        alt=""
        // Slightly less than the actual 78vw on a phone, because browsers load all four early and the smallest file
        // is sharp enough for most.
        sizes="(min-width: 48rem) 45vw, 62vw"
        frame={false}
        className="min-h-0 flex-1"
      />
      {/* With large text, the arrow moves below a word that leaves no room for it, and a word that is too long
          breaks. */}
      <div className={cx('px-[min(1.25rem,5vw)] pt-3.5 pb-4 text-white', caption)}>
        <h3 className="font-title flex flex-wrap items-center justify-between gap-x-3 text-2xl">
          <span lang={untranslated.name} className="max-w-full min-w-0 flex-[1_1_min-content] wrap-break-word">
            {territory.name}
          </span>
          <ArrowRight
            aria-hidden="true"
            className="ml-auto size-5 flex-none transition-transform duration-150 group-hover:translate-x-1"
          />
        </h3>
        {territory.summary && (
          <p lang={untranslated.summary} className="line-clamp-3 md:line-clamp-2 text-[.9375rem] text-white/90">
            {territory.summary}
          </p>
        )}
        <InLanguage code={untranslated.summary} className="mt-1.5" />
      </div>
    </Link>
  );
}
