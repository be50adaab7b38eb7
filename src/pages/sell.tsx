import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useSession } from '@/features/account/session/session';
import { SellScreen } from '@/features/dock/sale/SellScreen';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { PageTitle } from '@/ui/PageTitle';

export default function SellPage() {
  const { t } = useLingui();
  const { profile, hasRole } = useSession();
  useTitle(t`Sell a seat`);
  return (
    <div className="page-work flex-1">
      <div className="shell max-w-xl! pt-6 pb-20 md:pt-8">
        <div className="pb-4">
          <PageTitle>
            <Trans>Sell a seat</Trans>
          </PageTitle>
        </div>
        {profile && (
          <Selling
            key={profile.id}
            userId={profile.id}
            territoryId={profile.territory_id}
            runsRegion={hasRole('territory_manager', 'territory_staff')}
          />
        )}
      </div>
    </div>
  );
}

/** Keeps the page's data on the phone, because seats reserved on it can be sold offline. */
function Selling(props: ComponentProps<typeof SellScreen>) {
  usePersistedQueries(props.userId, paths.sell);
  return <SellScreen {...props} />;
}
