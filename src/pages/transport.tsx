import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { BookingAside } from '@/features/booking/checkout/BookingAside';
import { transportToService } from '@/features/booking/checkout/service';
import { ServicePage } from '@/features/catalogue/service/ServicePage';
import { transportQuery } from '@/features/catalogue/transport/queries';
import { TransportDetail } from '@/features/catalogue/transport/TransportDetail';
import { paths, withQuery } from '@/lib/routing/paths';

export default function TransportPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const ref = useReferral();
  const query = useQuery(transportQuery(id));
  const transport = query.data;
  // The checkout's effects depend on this object, so it must not be recreated on each render.
  const service = useMemo(() => (transport ? transportToService(transport) : null), [transport]);
  const list = withQuery(paths.transports, { ref });
  return (
    <ServicePage
      query={query}
      path={paths.transport(transport?.id ?? id)}
      loading={t`Loading transport`}
      notFound={t`Transport not found`}
      others={{ to: list, label: t`Find Transport` }}
      back={{ to: list, label: t`Back to transport` }}
      aside={<BookingAside service={service} />}
    >
      {transport && <TransportDetail transport={transport} referral={ref} />}
    </ServicePage>
  );
}
