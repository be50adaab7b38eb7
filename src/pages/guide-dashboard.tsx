import { useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { departuresQuery } from '@/features/departures/day/queries';
import { GuideDashboard } from '@/features/departures/guide/GuideDashboard';
import { queryClient } from '@/lib/api/query-client';
import { useTitle } from '@/lib/routing/use-title';

/** Requests the departures of all days. */
export function prefetch(userId: string): void {
  void queryClient.prefetchInfiniteQuery(departuresQuery({ userId, role: 'tour_guide', day: '' }));
}

export default function GuideDashboardPage() {
  const { t } = useLingui();
  const { profile } = useSession();
  useTitle(t`Guide Dashboard`);
  return <div className="page-work flex-1">{profile && <GuideDashboard key={profile.id} userId={profile.id} />}</div>;
}
