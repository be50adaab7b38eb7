import { useSession } from '@/features/account/session/session';
import { workKeys } from '@/features/departures/day/queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import DriverPlan from './DriverPlan';

/** Shows the same plan in Region Management as on the dashboard of the shuttle managers. */
export default function PlanTab({ territoryId }: { territoryId: string }) {
  const { user } = useSession();
  const status = useStatus();
  useLiveQuery(
    { [`territory:${territoryId}`]: ['booking', 'departure', 'schedule'] },
    workKeys.all(user?.id ?? ''),
    1000,
  );
  if (!user) return null;
  return (
    <>
      <StatusNotice notice={status.notice} />
      <DriverPlan userId={user.id} territoryId={territoryId} status={status} />
    </>
  );
}
