import { useParams } from 'react-router-dom';
import { ExperienceEditor } from '@/features/management/experiences/ExperienceEditor';
import { ManagedTerritory } from '@/features/management/ManagedTerritory';

export default function EditExperiencePage() {
  const { id = 'new' } = useParams();
  return (
    <ManagedTerritory>
      {(territoryId) => <ExperienceEditor key={id} id={id} territoryId={territoryId} />}
    </ManagedTerritory>
  );
}
