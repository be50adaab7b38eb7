import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { TransportList } from '@/features/catalogue/transport/TransportList';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function TransportListPage() {
  const { t } = useLingui();
  const ref = useReferral();
  const { data, isError } = useQuery(territoriesQuery());
  const about = t`Boats, shuttles and private cars. Book a seat or the whole vehicle.`;
  usePageHead({ title: t`Find transport`, description: about, canonical: paths.transports });

  return (
    <div className="shell flex-1 pb-20">
      {ref && <ReferralBanner className="mt-6" />}
      <div className="pt-8 pb-6">
        <h1 className="font-title text-4xl">
          <Trans>Find transport</Trans>
        </h1>
        <p className="mt-2 text-lg text-ink-2">{about}</p>
      </div>
      <TransportList territoryId={null} territories={data ?? (isError ? [] : null)} referral={ref} />
    </div>
  );
}
