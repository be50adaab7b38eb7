import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { TransportList } from '@/features/catalogue/transport/TransportList';
import { useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { paths, withQuery } from '@/lib/routing/paths';
import { BackLink } from '@/ui/BackLink';
import { LinkButton } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';

export default function TerritoryTransportPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const ref = useReferral();
  const query = useQuery(territoryQuery(id));
  const { data: territory, error, isFetching, refetch } = query;
  const name = territory?.name ?? '';
  usePageHead({
    title: territory === null ? t`Territory not found` : territory && t`Transport from ${name}`,
    description: territory && t`Boats, shuttles and private cars that leave from ${name}.`,
    canonical: territory && paths.territoryTransport(territory.id),
  });
  useNoIndex(territory === null);

  const others = (
    <LinkButton to={withQuery(paths.transports, { ref })} variant={error ? 'ghost' : 'primary'}>
      <Trans>All transport</Trans>
    </LinkButton>
  );
  if (territory === null || (error && !territory)) {
    return (
      <div className="shell flex-1 pb-20">
        <ErrorState
          heading="h1"
          className="my-10"
          title={error ? error.message : t`Territory not found`}
          {...(error ? { onRetry: () => void refetch(), retrying: isFetching } : {})}
          actions={others}
        >
          {error ? null : (
            <span>
              <Trans>It may have been renamed or closed for a while.</Trans>
            </span>
          )}
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="shell flex-1 pb-20">
      {ref && <ReferralBanner className="mt-4" />}
      <BackLink to={withQuery(paths.territory(id), { ref })}>
        {territory ? (
          <span key="first">{t`Back to ${name}`}</span>
        ) : (
          <span>
            <Trans>Back</Trans>
          </span>
        )}
      </BackLink>
      {error && <LoadFailed query={query} className="mt-1" />}
      <div className="pt-3 pb-6">
        <h1 className="font-title text-4xl break-words">
          {territory ? (
            <span key="first">{t`Transport from ${name}`}</span>
          ) : (
            <span>
              <Trans>Transport</Trans>
            </span>
          )}
        </h1>
        <p className="mt-2 text-lg text-ink-2">
          <Trans>Lanchas, shuttles and private cars, booked seat by seat or all to yourself.</Trans>
        </p>
      </div>
      <TransportList key={id} territoryId={id} territories={null} referral={ref} />
    </div>
  );
}
