import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { ShuttleDashboard } from '@/features/management/shuttle/ShuttleDashboard';
import { useTitle } from '@/lib/routing/use-title';

export default function ShuttleManagerDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Shuttle Manager Dashboard`);
  return (
    <div className="page-work flex-1">
      {profile && <ShuttleDashboard key={profile.id} userId={profile.id} territoryId={profile.territory_id} />}
    </div>
  );
}
