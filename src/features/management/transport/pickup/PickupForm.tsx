import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { refreshOffers } from '../../catalogue/queries';
import { OriginalLanguage, TranslatedField } from '../../catalogue/TranslatedField';
import { translatedColumns, translatedValues } from '../../catalogue/translations';
import { type Pickup, pickupQuery, savePickup } from './queries';
import { PICKUP_TEXTS, pickupSchema } from './schema';

interface Props {
  territoryId: string;
  /** Null for a new location. */
  place: Pickup | null;
  onClose: () => void;
  onSaved: () => void;
  /** Refetches the location and resets the form. */
  onReload: () => void;
}

export function PickupForm({ territoryId, place, onClose, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema: pickupSchema,
    values: {
      name: place?.name ?? '',
      directions: place?.directions ?? '',
      map_link: place?.map_link ?? '',
      ...translatedValues(PICKUP_TEXTS, place),
    },
    draft: `pickup-${place?.id ?? `new-${territoryId}`}`,
    version: place,
    // Saving a location that someone has deleted restores it.
    latest: () => client.fetchQuery(pickupQuery(territoryId, place?.id ?? '')),
    save: (values, { expectedVersion, key }) => {
      const { directions, map_link, ...input } = translatedColumns(values);
      return savePickup(
        territoryId,
        expectedVersion,
        {
          ...input,
          directions: directions || null,
          map_link: map_link || null,
        },
        key,
      );
    },
    onSaved: async () => {
      await refreshOffers(client, transportKeys.all);
      onSaved();
      onClose();
    },
  });
  return (
    <Form
      form={form}
      label={place ? t`Edit ${place.name}` : t`Add Location`}
      className="grid gap-4 border-t border-line bg-surface-2 p-4 sm:grid-cols-2 sm:p-5"
      onCancel={onClose}
      onReload={onReload}
    >
      <div className="grid gap-4 sm:col-span-2">
        <OriginalLanguage record={place} />
        <TranslatedField name="name" text={PICKUP_TEXTS.name} record={place} required />
        <TranslatedField name="directions" text={PICKUP_TEXTS.directions} record={place} rows={3} optional />
      </div>
      <Field label={t`Map link`} optional {...form.field('map_link')}>
        <Input type="url" inputMode="url" maxLength={2000} placeholder="https://" {...form.register('map_link')} />
      </Field>
      <FormFooter submit={place ? <Trans>Save Changes</Trans> : <Trans>Add Location</Trans>} />
    </Form>
  );
}
