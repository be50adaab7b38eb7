import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { type ServiceRecord, serviceVersion } from '@/features/management/catalogue/queries';
import { slotRefusal } from '@/features/management/catalogue/slots/slots';
import { currencyExponent } from '@/lib/format/money';
import { IMAGE_RULES } from '@/lib/upload/check';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { FieldError } from '@/ui/form/form-problems';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { addService, type Service, type ServiceInput, updateService } from './queries';
import { fieldRefusal, inputOf, serviceSchema, valuesOf } from './service';

interface Options {
  userId: string;
  territoryId: string;
  /** Null for a new service. */
  service: Service | null;
  places: readonly { id: string; name: string }[];
  currency: TerritoryCurrency;
  onDone: (text: string | null) => void;
}

/** Manages the form of a shuttle service with its pictures. */
export function useServiceForm({ userId, territoryId, service, places, currency, onDone }: Options) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `shuttle-${service?.id ?? `new-${userId}`}`;
  const media = useEntityMedia({
    folder: 'transport-media',
    draft,
    images: service?.image_urls ?? [],
    videos: [],
    rules: IMAGE_RULES,
  });
  const save = (record: ServiceRecord, input: ServiceInput) =>
    record.expectedVersion === null
      ? addService(territoryId, record, input)
      : updateService(territoryId, record, input);
  const stored = valuesOf(service);
  const form = useForm({
    schema: useMemo(() => serviceSchema(currencyExponent(currency.code)), [currency.code]),
    values: stored,
    draft,
    id: service?.id,
    version: service?.updated_at ?? null,
    latest: async () => (service && (await serviceVersion(service.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: async (values, record): Promise<void> => {
      if (service && (values.spots ?? 0) < service.min_spots)
        throw new FieldError('spots', t`Minimum spots cannot be greater than maximum spots`);
      await save(record, inputOf(values, service, places)).catch((error: unknown) => {
        const refusal = slotRefusal(error, values.slots, stored.slots);
        if (refusal) form.setValue('slots', refusal.slots);
        throw refusal?.error ?? fieldRefusal(error);
      });
    },
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: workKeys.all(userId) });
      onDone(service ? t`Transport service saved successfully` : t`Service added successfully`);
    },
  });
  useFormValue(form, 'image_urls', media.images);
  return { form, media };
}
