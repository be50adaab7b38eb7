import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { SellScreen } from '@/features/dock/sale/SellScreen';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { PageTitle } from '@/ui/PageTitle';

export default function SellPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Sell a seat`);
  return (
    <div className="page-work flex-1">
      <div className="shell max-w-xl! pt-6 pb-20 md:pt-8">
        <div className="pb-4">
          <PageTitle>
            <Trans>Sell a seat</Trans>
          </PageTitle>
        </div>
        {profile && <Selling key={profile.id} userId={profile.id} territoryId={profile.territory_id} />}
      </div>
    </div>
  );
}

/** This page also opens offline, to sell the seats reserved on this phone. */
function Selling({ userId, territoryId }: { userId: string; territoryId: string | null }) {
  usePersistedQueries(userId, paths.sell);
  return <SellScreen userId={userId} territoryId={territoryId} />;
}
