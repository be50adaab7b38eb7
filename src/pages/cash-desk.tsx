import { Trans, useLingui } from '@lingui/react/macro';
import { Wallet } from 'lucide-react';
import { useSession } from '@/features/account/session/session';
import { CashDesk } from '@/features/dock/cash-book/CashDesk';
import { Conflicts } from '@/features/dock/conflicts/Conflicts';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/feedback/states';
import { PageTitle } from '@/ui/PageTitle';

export default function CashDeskPage() {
  const { t } = useLingui();
  const { profile, hasRole } = useSession();
  useTitle(t`The region's cash`);
  return (
    <div className="page-work flex-1">
      <div className="shell max-w-3xl! pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-5">
          <PageTitle>
            <Trans>The region's cash</Trans>
          </PageTitle>
          <LinkButton to={paths.cashBook} icon={<Wallet aria-hidden="true" />}>
            <Trans>Cash book</Trans>
          </LinkButton>
        </div>
        {profile?.territory_id ? (
          <>
            {/* Asks in the evening about cash that no cash book contains: from refused sales, and from bookings
                that paid twice. */}
            <Conflicts userId={profile.id} territoryId={profile.territory_id} />
            <CashDesk
              key={profile.territory_id}
              territoryId={profile.territory_id}
              reverses={hasRole('territory_manager', 'territory_staff')}
            />
          </>
        ) : (
          profile && (
            <EmptyState title={<Trans>You have no region yet</Trans>}>
              <Trans>An administrator will assign you to the region you manage.</Trans>
            </EmptyState>
          )
        )}
      </div>
    </div>
  );
}
