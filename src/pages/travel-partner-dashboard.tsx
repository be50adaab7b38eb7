import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/auth/session';
import { PartnerDashboard } from '@/features/partner/PartnerDashboard';
import { useTitle } from '@/lib/use-title';

export default function TravelPartnerDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Travel Partner Dashboard`);
  return <div className="page-work flex-1">{profile && <PartnerDashboard key={profile.id} profile={profile} />}</div>;
}
