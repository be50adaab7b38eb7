import { useSession } from '@/features/account/session/session';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import Drivers from './Drivers';

/** Shows the same list in Region Management as on the dashboard of the shuttle managers. */
export default function DriversTab({ territoryId }: { territoryId: string }) {
  const { user } = useSession();
  const status = useStatus();
  if (!user) return null;
  return (
    <>
      <StatusNotice notice={status.notice} />
      <Drivers userId={user.id} territoryId={territoryId} status={status} />
    </>
  );
}
