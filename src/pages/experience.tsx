import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { BookingAside } from '@/features/booking/checkout/BookingAside';
import { experienceToService } from '@/features/booking/checkout/service';
import { ExperienceDetail } from '@/features/catalogue/experiences/ExperienceDetail';
import { experienceQuery } from '@/features/catalogue/experiences/queries';
import { ServicePage } from '@/features/catalogue/service/ServicePage';
import { paths, withQuery } from '@/lib/routing/paths';

export default function ExperiencePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const ref = useReferral();
  const query = useQuery(experienceQuery(id));
  const experience = query.data;
  const territory = experience?.territory;
  // The checkout's effects depend on this object, so it must not be recreated on each render.
  const service = useMemo(() => (experience ? experienceToService(experience) : null), [experience]);
  return (
    <ServicePage
      query={query}
      path={paths.experience(experience?.id ?? id)}
      loading={t`Loading experience`}
      notFound={t`Experience not found`}
      others={{ to: paths.regions, label: t`Browse Experiences` }}
      back={
        territory
          ? { to: withQuery(paths.territory(territory.id), { ref }), label: t`Back to ${territory.name}` }
          : null
      }
      aside={<BookingAside service={service} />}
    >
      {experience && <ExperienceDetail experience={experience} />}
    </ServicePage>
  );
}
