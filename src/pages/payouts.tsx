import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { MyPayouts } from '@/features/payouts/MyPayouts';
import { useTitle } from '@/lib/routing/use-title';
import { PageTitle } from '@/ui/PageTitle';

export default function PayoutsPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`My payouts`);
  return (
    <div className="page-work flex-1">
      <div className="shell max-w-4xl pt-6 pb-20 md:pt-8">
        <div className="pb-5">
          <PageTitle>
            <Trans>My payouts</Trans>
          </PageTitle>
        </div>
        {profile && <MyPayouts key={profile.id} userId={profile.id} email={profile.email} />}
      </div>
    </div>
  );
}
