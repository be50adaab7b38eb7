import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferEditor } from '../catalogue/OfferEditor';
import { guidesQuery } from '../catalogue/queries';
import { ExperienceForm } from './ExperienceForm';
import { editedExperienceQuery } from './queries';

const onlyOne = (guides: readonly { id: string }[] = []) => (guides.length === 1 ? guides[0]?.id : undefined);

/** `id` is 'new', or the experience from the URL. */
export function ExperienceEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const isNew = id === 'new';
  const experience = useQuery({ ...editedExperienceQuery(id, territoryId), enabled: !isNew });
  // We wait for the list, because the only guide of a region is preselected in a new form.
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
