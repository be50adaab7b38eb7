import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferEditor } from '../catalogue/OfferEditor';
import { ExperienceForm } from './ExperienceForm';
import { editedExperienceQuery } from './queries';

/** `id`: 'new', or the experience that the address names. */
export function ExperienceEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const isNew = id === 'new';
  const experience = useQuery({ ...editedExperienceQuery(id, territoryId), enabled: !isNew });
  return (
    <OfferEditor
      kind="experience"
      id={id}
      territoryId={territoryId}
      title={isNew ? t`Add Experience` : t`Edit Experience`}
      offer={experience}
      missing={t`Experience not found or you do not have permission to edit it`}
      form={(props) => <ExperienceForm {...props} experience={experience.data ?? null} />}
    />
  );
}
