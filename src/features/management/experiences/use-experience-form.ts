import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { type AppForm, useFormValue } from '@/ui/form/use-form';
import { refreshServices } from '../catalogue/queries';
import type { ServiceFormProps } from '../catalogue/ServiceEditor';
import { lasting } from '../catalogue/slots/slots';
import { useServiceForm } from '../catalogue/use-service-form';
import { type EditedExperience, saveExperience, valuesOf } from './queries';
import { type ExperienceValues, experienceSchema } from './schema';

export interface ExperienceFormOptions extends Pick<ServiceFormProps, 'territoryId' | 'currency'> {
  /** Null for a new experience. */
  experience: EditedExperience | null;
  /** The guide to preselect for a new experience, if the region has only one. */
  onlyGuide?: string | undefined;
}

/** Manages the form of an experience with its pictures and videos. */
export function useExperienceForm({ territoryId, currency, experience, onlyGuide }: ExperienceFormOptions) {
  const client = useQueryClient();
  const mayBeDraft = !experience?.visible;
  const { form, media } = useServiceForm({
    kind: 'experience',
    service: experience,
    draft: `experience-${experience?.id ?? `new-${territoryId}`}`,
    schema: useMemo(() => experienceSchema(currency.digits, mayBeDraft), [currency.digits, mayBeDraft]),
    values: valuesOf(experience, onlyGuide),
    save: (values, record) => saveExperience(territoryId, record, values),
    fieldOf: (column) => (column === 'duration_hours' ? 'duration' : column),
    // The form keeps its values until it closes.
    onSaved: () => refreshServices(client, experienceKeys.all, 'none'),
  });
  useFormValue(form, 'video_urls', media.videos);
  useLastingSlots(form);
  return { form, media, isDraft: mayBeDraft && form.values.guides.length === 0 };
}

/** Moves the ends of the time slots when the duration changes. */
function useLastingSlots({ values, setValue }: Pick<AppForm<ExperienceValues>, 'values' | 'setValue'>) {
  const { duration, slots } = values;
  const before = useRef(duration);
  useEffect(() => {
    const now = before.current === duration ? null : lasting(slots, before.current, duration);
    if (!now) return;
    before.current = duration;
    if (now.some(({ end }, at) => end !== slots[at]?.end)) setValue('slots', now);
  }, [duration, slots, setValue]);
}
