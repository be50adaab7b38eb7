import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { BookingAside } from '@/features/booking/checkout/BookingAside';
import { experienceToService } from '@/features/booking/checkout/service';
import { BackLink, ExperienceDetail } from '@/features/catalogue/experiences/detail/ExperienceDetail';
import { experienceQuery } from '@/features/catalogue/experiences/detail/queries';
import { excerpt, useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { DetailSkeleton } from '@/ui/feedback/DetailSkeleton';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';

export default function ExperiencePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const query = useQuery(experienceQuery(id));
  const { data: experience, error, isPending, isFetching, refetch } = query;

  // One object for one answer: the checkout's effects hang on it.
  const service = useMemo(() => (experience ? experienceToService(experience) : null), [experience]);
  usePageHead({
    title: experience === null ? t`Experience not found` : experience?.title,
    description: experience && excerpt(experience.description),
    canonical: experience && paths.experience(experience.id),
  });
  useNoIndex(experience === null);

  const browse = (
    <LinkButton to={paths.regions} variant={error ? 'ghost' : 'primary'}>
      <Trans>Browse Experiences</Trans>
    </LinkButton>
  );
  return (
    <div className="shell flex-1">
      {isPending && <DetailSkeleton label={t`Loading experience`} />}
      {error && !experience && (
        <ErrorState
          heading="h1"
          className="my-10"
          title={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
          actions={browse}
        />
      )}
      {experience === null && !error && (
        <ErrorState heading="h1" className="my-10" title={t`Experience not found`} actions={browse} />
      )}
      {experience && (
        <>
          {experience.territory && <BackLink territory={experience.territory} />}
          {error && <LoadFailed query={query} className="mt-1 mb-3" />}
          <div className="grid gap-x-12 pb-24 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
            <ExperienceDetail experience={experience} />
            <BookingAside service={service} />
          </div>
        </>
      )}
    </div>
  );
}
