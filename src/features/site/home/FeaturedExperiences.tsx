import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PriceLine } from '@/features/catalogue/experiences/PriceLine';
import { firstExperiencesQuery } from '@/features/catalogue/experiences/queries';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { Rating } from '@/features/catalogue/reviews/Rating';
import { paths, withQuery } from '@/lib/routing/paths';
import { ErrorState } from '@/ui/feedback/states';
import {
  EXPERIENCES,
  EXPERIENCES_LIST,
  EXPERIENCES_ROW,
  FeaturedExperiencesSkeleton,
} from './featured-experiences-skeleton.tsx';

interface Props {
  territoryId: string;
  referral: string | null;
}

export default function FeaturedExperiences({ territoryId, referral }: Props) {
  const { data, error, isPending, isFetching, refetch } = useQuery(firstExperiencesQuery(territoryId, EXPERIENCES));
  if (isPending) return <FeaturedExperiencesSkeleton />;
  if (!data) {
    return <ErrorState className="mt-6" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <ul className={EXPERIENCES_LIST}>
      {data.map((experience) => (
        <li key={experience.id} className={EXPERIENCES_ROW}>
          <div className="flex items-start justify-between gap-3">
            {/* The link covers the whole row, but screen readers read only its title. */}
            <Link
              to={withQuery(paths.experience(experience.id), { ref: referral })}
              className="min-w-0 rounded-sm font-bold wrap-anywhere group-hover:text-brand-text after:absolute after:inset-0"
              lang={experience.untranslated?.title}
            >
              {experience.title}
            </Link>
            <Rating average={experience.rating_average} count={experience.rating_count} />
          </div>
          <InLanguage code={experience.untranslated?.title} />
          <PriceLine
            experience={experience}
            currencySymbol={experience.territory?.currency_symbol ?? 'Q'}
            className="text-sm"
          />
        </li>
      ))}
    </ul>
  );
}
