import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferEditor } from '../catalogue/OfferEditor';
import { guidesQuery } from '../catalogue/queries';
import { ExperienceForm } from './ExperienceForm';
import { editedExperienceQuery } from './queries';

const onlyOne = (guides: readonly { id: string }[] = []) => (guides.length === 1 ? guides[0]?.id : undefined);

/** `id`: 'new', or the experience that the address names. */
export function ExperienceEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const isNew = id === 'new';
  const experience = useQuery({ ...editedExperienceQuery(id, territoryId), enabled: !isNew });
  // A new one is led by the only guide of the region; without the list its form would begin with nobody.
  const guides = useQuery({ ...guidesQuery(territoryId), enabled: isNew });
  return (
    <OfferEditor
      kind="experience"
      id={id}
      territoryId={territoryId}
      title={isNew ? t`Add Experience` : t`Edit Experience`}
      offer={experience}
      others={isNew ? [guides] : []}
      missing={t`Experience not found or you do not have permission to edit it`}
      form={(props) => (
        <ExperienceForm {...props} experience={experience.data ?? null} onlyGuide={onlyOne(guides.data)} />
      )}
    />
  );
}
