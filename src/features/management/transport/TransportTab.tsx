import { MemberList } from '@/features/management/team/MemberList';
import { PickupLocations } from './pickup/PickupLocations';
import { TransportServices } from './TransportServices';

export default function TransportTab({ territoryId }: { territoryId: string }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <TransportServices territoryId={territoryId} />
      <MemberList memberRole="shuttle_manager" territoryId={territoryId} />
      <PickupLocations territoryId={territoryId} />
    </div>
  );
}
