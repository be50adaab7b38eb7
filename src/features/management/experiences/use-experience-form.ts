import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { type Currency, refreshOffers } from '../catalogue/queries';
import { type EditedExperience, experienceVersion, saveExperience, valuesOf } from './queries';
import { experienceSchema } from './schema';

interface Options {
  territoryId: string;
  currency: Currency;
  /** Null for a new one. */
  experience: EditedExperience | null;
}

/** The form of an experience with its pictures and videos. */
export function useExperienceForm({ territoryId, currency, experience }: Options) {
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
  const form = useForm({
    schema,
    values: valuesOf(experience),
    draft,
    id: experience?.id,
    version: experience?.updated_at ?? null,
    latest: async () => (experience && (await experienceVersion(experience.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: (values, record) => saveExperience(territoryId, record, values),
    // This form stays as it is until it closes.
    onSaved: () => refreshOffers(client, experienceKeys.all, 'none'),
  });
  useFormValue(form, 'image_urls', media.images);
  useFormValue(form, 'video_urls', media.videos);
  return { form, media, isDraft: mayBeDraft && form.values.guides.length === 0 };
}
