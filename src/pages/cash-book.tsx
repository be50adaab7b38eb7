import { Trans, useLingui } from '@lingui/react/macro';
import { HandCoins } from 'lucide-react';
import { useSession } from '@/features/account/session/session';
import { MyCashBook } from '@/features/dock/cash-book/MyCashBook';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { PageTitle } from '@/ui/PageTitle';

export default function CashBookPage() {
  const { t } = useLingui();
  const { profile, hasRole } = useSession();
  useTitle(t`Cash book`);
  return (
    <div className="page-work flex-1">
      <div className="shell max-w-2xl! pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-5">
          <PageTitle>
            <Trans>Cash book</Trans>
          </PageTitle>
          {hasRole('territory_manager', 'territory_staff', 'shuttle_manager') && (
            <LinkButton to={paths.cashDesk} icon={<HandCoins aria-hidden="true" />}>
              <Trans>The region's cash</Trans>
            </LinkButton>
          )}
        </div>
        {profile && <MyCashBook key={profile.id} userId={profile.id} />}
      </div>
    </div>
  );
}
