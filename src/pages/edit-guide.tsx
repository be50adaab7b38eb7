import { useParams } from 'react-router-dom';
import { ManagedTerritory } from '@/features/management/ManagedTerritory';
import { MemberEditor } from '@/features/management/team/MemberEditor';

export default function EditGuidePage() {
  const { id = 'new' } = useParams();
  return (
    <ManagedTerritory>
      {(territoryId) => <MemberEditor key={id} kind="guide" id={id} territoryId={territoryId} />}
    </ManagedTerritory>
  );
}
