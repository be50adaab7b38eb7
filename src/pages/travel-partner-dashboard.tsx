import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { PartnerDashboard } from '@/features/referrals/dashboard/PartnerDashboard';
import { useTitle } from '@/lib/routing/use-title';

export default function TravelPartnerDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Travel Partner Dashboard`);
  return <div className="page-work flex-1">{profile && <PartnerDashboard key={profile.id} profile={profile} />}</div>;
}
