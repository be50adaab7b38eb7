import type { FieldValues } from 'react-hook-form';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { IMAGE_RULES, MEDIA_RULES } from '@/lib/upload/check';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { type AppForm, type FormOptions, useForm, useFormValue } from '@/ui/form/use-form';
import { changesSince } from '../changes-since';
import { type ServiceRecord, serviceVersion } from './queries';
import { type RefusedColumn, refusedField } from './refusals';
import { type Slot, slotRefusal } from './slots/slots';

interface SharedValues extends FieldValues {
  image_urls: string[];
  slots: Slot[];
}

interface Options<Values extends FieldValues>
  extends Pick<FormOptions<Values, Values, string | null>, 'schema' | 'values' | 'draft' | 'onSaved'> {
  kind: ServiceKind;
  draft: string;
  /** Null for a new service. */
  service: { id: string; updated_at: string; image_urls: string[]; video_urls?: string[] } | null;
  save: (values: Values, record: ServiceRecord) => Promise<void>;
  /** Returns the field of a column that the database refused, if it has another name in the form. */
  fieldOf?: (column: RefusedColumn) => string | undefined;
}

/** Manages a service's form with its pictures and videos, and shows the database's refusals at their fields. */
export function useServiceForm<Values extends SharedValues>({
  kind,
  service,
  save,
  fieldOf,
  ...rest
}: Options<Values>) {
  const { draft, values: stored } = rest;
  const media = useEntityMedia({
    ...(kind === 'experience'
      ? { folder: 'experience-media', rules: MEDIA_RULES }
      : { folder: 'transport-media', rules: IMAGE_RULES }),
    draft,
    images: service?.image_urls ?? [],
    videos: service?.video_urls ?? [],
  });
  const form = useForm({
    ...rest,
    id: service?.id,
    version: service?.updated_at ?? null,
    latest: async () => (service && (await serviceVersion(service.id))) ?? undefined,
    changes: (since) => changesSince('services', service?.id, since),
    uploads: { field: 'image_urls', ...media },
    save: (values, record) =>
      save(values, record).catch((error: unknown) => {
        const refusal = slotRefusal(error, values.slots, stored.slots);
        if (refusal) shared.setValue('slots', refusal.slots);
        throw refusal?.error ?? refusedField(error, fieldOf);
      }),
  });
  // The names of generic fields aren't known to TypeScript.
  const shared = form as unknown as AppForm<SharedValues>;
  useFormValue(shared, 'image_urls', media.images);
  return { form, media };
}
