import { useParams } from 'react-router-dom';
import { ManagedTerritory } from '@/features/management/ManagedTerritory';
import { TransportEditor } from '@/features/management/transport/TransportEditor';

export default function EditTransportPage() {
  const { id = 'new' } = useParams();
  return (
    <ManagedTerritory>
      {(territoryId) => <TransportEditor key={id} id={id} territoryId={territoryId} />}
    </ManagedTerritory>
  );
}
