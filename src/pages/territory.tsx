import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { LazyExperienceList } from '@/features/catalogue/experiences/LazyExperienceList';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import {
  GallerySkeleton,
  IntroSkeleton,
  TerritoryGallery,
  TerritoryIntro,
} from '@/features/catalogue/territories/TerritoryHead';
import { LazyBoard } from '@/features/messaging/board/LazyBoard';
import { excerpt, useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { paths, withQuery } from '@/lib/routing/paths';
import { BackLink } from '@/ui/BackLink';
import { LinkButton } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';

export default function TerritoryPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const ref = useReferral();
  const query = useQuery(territoryQuery(id));
  const { data: territory, error } = query;
  usePageHead({
    title: territory === null ? t`Territory not found` : territory?.name,
    description: territory && (territory.summary || excerpt(territory.description)),
    canonical: territory && paths.territory(territory.id),
  });
  useNoIndex(territory === null);

  const others = (
    <LinkButton to={withQuery(paths.regions, { ref })} variant={error ? 'ghost' : 'primary'}>
      <Trans>All regions</Trans>
    </LinkButton>
  );
  return (
    <div className="shell flex-1 pb-20">
      {ref && <ReferralBanner className="mt-4" />}
      <BackLink to={withQuery(paths.regions, { ref })}>
        <Trans>Back to regions</Trans>
      </BackLink>
      {territory === null ? (
        <ErrorState heading="h1" className="mt-4" title={<Trans>Territory not found</Trans>} actions={others}>
          <Trans>This region may have been renamed or closed for a while.</Trans>
        </ErrorState>
      ) : error && !territory ? (
        <QueryFailed query={query} heading="h1" className="mt-4" actions={others} />
      ) : (
        <>
          {error && <LoadFailed query={query} className="mt-1 mb-3" />}
          <Conditions territoryId={id} className="mt-1 mb-3" />
          <div className="mt-1">{territory ? <TerritoryGallery territory={territory} /> : <GallerySkeleton />}</div>
          <div className="mt-7 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:grid-rows-[auto_1fr]">
            {territory ? <TerritoryIntro territory={territory} referral={ref} /> : <IntroSkeleton />}
            <Experiences key={id} id={id} name={territory?.name} symbol={territory?.currency_symbol} referral={ref} />
            {/* Comes last, so that on a phone the message board is below everything that can be booked. */}
            <LazyBoard key={`board-${id}`} territoryId={id} ready={territory !== undefined} />
          </div>
        </>
      )}
    </div>
  );
}

interface ExperiencesProps {
  id: string;
  name: string | undefined;
  symbol: string | undefined;
  referral: string | null;
}

function Experiences({ id, name, symbol, referral }: ExperiencesProps) {
  const { t } = useLingui();
  return (
    <section id="experiences" aria-labelledby="experiences-title" className="min-w-0 scroll-mt-24">
      <h2 id="experiences-title" className="font-title text-3xl break-words">
        {name ? (
          <span key="first">{t`Experiences in ${name}`}</span>
        ) : (
          <span>
            <Trans>Experiences</Trans>
          </span>
        )}
      </h2>
      <LazyExperienceList territoryId={id} currencySymbol={symbol} referral={referral} />
    </section>
  );
}
