import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { GuideDashboard } from '@/features/departures/guide/GuideDashboard';
import { useTitle } from '@/lib/routing/use-title';

export default function GuideDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Guide Dashboard`);
  return <div className="page-work flex-1">{profile && <GuideDashboard key={profile.id} userId={profile.id} />}</div>;
}
