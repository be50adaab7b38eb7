import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { type AppForm, useForm, useFormValue } from '@/ui/form/use-form';
import { type Currency, refreshOffers, serviceVersion } from '../catalogue/queries';
import { lasting, slotRefusal } from '../catalogue/slots/slots';
import { refusedField } from '../transport/refusals';
import { type EditedExperience, saveExperience, valuesOf } from './queries';
import { type ExperienceValues, experienceSchema } from './schema';

interface Options {
  territoryId: string;
  currency: Currency;
  /** Null for a new experience. */
  experience: EditedExperience | null;
  /** The guide to preselect for a new experience, if the region has only one. */
  onlyGuide: string | undefined;
}

/** Manages the form of an experience with its pictures and videos. */
export function useExperienceForm({ territoryId, currency, experience, onlyGuide }: Options) {
  const client = useQueryClient();
  const mayBeDraft = !experience?.visible;
  const schema = useMemo(() => experienceSchema(currency.digits, mayBeDraft), [currency.digits, mayBeDraft]);
  const draft = `experience-${experience?.id ?? `new-${territoryId}`}`;
  const media = useEntityMedia({
    folder: 'experience-media',
    draft,
    images: experience?.image_urls ?? [],
    videos: experience?.video_urls ?? [],
  });
  const stored = valuesOf(experience, onlyGuide);
  const form = useForm({
    schema,
    values: stored,
    draft,
    id: experience?.id,
    version: experience?.updated_at ?? null,
    latest: async () => (experience && (await serviceVersion(experience.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: (values, record): Promise<void> =>
      saveExperience(territoryId, record, values).catch((error: unknown) => {
        const refusal = slotRefusal(error, values.slots, stored.slots);
        if (refusal) form.setValue('slots', refusal.slots);
        throw refusal?.error ?? refusedField(error, (column) => (column === 'duration_hours' ? 'duration' : column));
      }),
    // The form keeps its values until it closes.
    onSaved: () => refreshOffers(client, experienceKeys.all, 'none'),
  });
  useFormValue(form, 'image_urls', media.images);
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
