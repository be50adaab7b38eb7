import { useSession } from '@/features/account/session/session';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import Schedules from './Schedules';

/** Shows the same list in Region Management as on the dashboard of the shuttle managers. */
export default function SchedulesTab({ territoryId }: { territoryId: string }) {
  const { user } = useSession();
  const status = useStatus();
  if (!user) return null;
  return (
    <>
      <StatusNotice notice={status.notice} />
      <Schedules userId={user.id} territoryId={territoryId} status={status} />
    </>
  );
}
