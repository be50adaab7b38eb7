import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { BookingAside } from '@/features/booking/checkout/BookingAside';
import { transportToService } from '@/features/booking/checkout/service';
import { BackLink, TransportDetail } from '@/features/catalogue/transport/detail/TransportDetail';
import { transportQuery } from '@/features/catalogue/transport/queries';
import { excerpt, useNoIndex, usePageHead } from '@/lib/routing/page-head';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { DetailSkeleton } from '@/ui/feedback/DetailSkeleton';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { ErrorState } from '@/ui/feedback/states';

export default function TransportPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const ref = useReferral();
  const query = useQuery(transportQuery(id));
  const { data: transport, error, isPending, isFetching, refetch } = query;

  // One object for one answer: the checkout's effects hang on it.
  const service = useMemo(() => (transport ? transportToService(transport) : null), [transport]);
  usePageHead({
    title: transport === null ? t`Transport not found` : transport?.title,
    description: transport && excerpt(transport.description),
    canonical: transport && paths.transport(transport.id),
  });
  useNoIndex(transport === null);

  const others = (
    <LinkButton to={withQuery(paths.transports, { ref })} variant={error ? 'ghost' : 'primary'}>
      <Trans>Find Transport</Trans>
    </LinkButton>
  );
  return (
    <div className="shell flex-1">
      {isPending && <DetailSkeleton label={t`Loading transport`} />}
      {error && !transport && (
        <ErrorState
          heading="h1"
          className="my-10"
          title={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
          actions={others}
        />
      )}
      {transport === null && !error && (
        <ErrorState heading="h1" className="my-10" title={t`Transport not found`} actions={others} />
      )}
      {transport && (
        <>
          <BackLink referral={ref} />
          {error && <LoadFailed query={query} className="mt-1 mb-3" />}
          <div className="grid gap-x-12 pb-24 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
            <TransportDetail transport={transport} referral={ref} />
            <BookingAside service={service} />
          </div>
        </>
      )}
    </div>
  );
}
