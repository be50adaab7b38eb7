import { useParams } from 'react-router-dom';
import { ManagedTerritory } from '@/features/management/ManagedTerritory';
import { MemberEditor } from '@/features/management/team/MemberEditor';

export default function EditPartnerPage() {
  const { id = 'new' } = useParams();
  return (
    <ManagedTerritory>
      {(territoryId) => <MemberEditor key={id} kind="partner" id={id} territoryId={territoryId} />}
    </ManagedTerritory>
  );
}
