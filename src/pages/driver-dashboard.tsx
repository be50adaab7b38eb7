import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { DriverDashboard } from '@/features/departures/driver/DriverDashboard';
import { useTitle } from '@/lib/routing/use-title';

export default function DriverDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`My Runs`);
  return (
    <div className="page-work flex-1">
      {profile && <DriverDashboard key={profile.id} userId={profile.id} territoryId={profile.territory_id} />}
    </div>
  );
}
