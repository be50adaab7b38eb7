import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { IMAGE_RULES } from '@/lib/upload/check';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { type Currency, refreshOffers, serviceVersion } from '../catalogue/queries';
import { slotRefusal } from '../catalogue/slots/slots';
import type { PickupName } from './pickup/queries';
import { type EditedTransport, saveTransport, valuesOf } from './queries';
import { refusedField } from './refusals';
import { transportSchema } from './schema';

interface Options {
  territoryId: string;
  currency: Currency;
  /** Null for a new service. */
  transport: EditedTransport | null;
  pickups: readonly PickupName[];
}

/** Manages the form of a transport service with its pictures. */
export function useTransportForm({ territoryId, currency, transport, pickups }: Options) {
  const client = useQueryClient();
  const schema = useMemo(() => transportSchema(currency.digits), [currency.digits]);
  const draft = `transport-${transport?.id ?? `new-${territoryId}`}`;
  const images = transport?.image_urls ?? [];
  const media = useEntityMedia({ folder: 'transport-media', draft, images, videos: [], rules: IMAGE_RULES });
  const stored = valuesOf(transport, pickups);
  const form = useForm({
    schema,
    values: stored,
    draft,
    id: transport?.id,
    version: transport?.updated_at ?? null,
    latest: async () => (transport && (await serviceVersion(transport.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: (values, record): Promise<void> =>
      saveTransport(territoryId, record, values).catch((error: unknown) => {
        const refusal = slotRefusal(error, values.slots, stored.slots);
        if (refusal) form.setValue('slots', refusal.slots);
        throw refusal?.error ?? refusedField(error);
      }),
    // The form keeps its values until it closes.
    onSaved: () => refreshOffers(client, transportKeys.all, 'none'),
  });
  useFormValue(form, 'image_urls', media.images);
  return { form, media };
}
