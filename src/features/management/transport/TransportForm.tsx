import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { TypeIcon, typeName } from '@/features/catalogue/transport/parts';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { transportVersion } from '@/features/management/transport/saving/queries';
import { refusedField } from '@/features/management/transport/saving/refusals';
import { IMAGE_RULES } from '@/lib/upload/check';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { Checkbox, Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { type AppForm, useForm, useFormValue } from '@/ui/form/use-form';
import { MediaField } from '@/ui/media/MediaField';
import { BookingFields, CancellationField, NumberField } from '../catalogue/BookingFields';
import { type Currency, catalogueKeys } from '../catalogue/queries';
import { FormSection, RecordFrame, useAfterSaving } from '../catalogue/RecordFrame';
import type { Pickup } from './pickup/queries';
import { type EditedTransport, saveTransport, valuesOf } from './queries';
import { hasTimetable, type TransportValues, transportSchema } from './schema';

interface Props {
  territoryId: string;
  currency: Currency;
  /** Null for a new one. */
  transport: EditedTransport | null;
  pickups: readonly Pick<Pickup, 'id' | 'name'>[];
  /** The list that one came from. */
  back: string;
  /** The calendar may be in front of it. */
  shown: boolean;
  onReload: () => void;
}

export function TransportForm({ territoryId, currency, transport, pickups, back, shown, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const schema = useMemo(() => transportSchema(currency.digits), [currency.digits]);
  const draft = `transport-${transport?.id ?? `new-${territoryId}`}`;
  const media = useEntityMedia({
    folder: 'transport-media',
    draft,
    images: transport?.image_urls ?? [],
    videos: [],
    rules: IMAGE_RULES,
  });
  const form = useForm({
    schema,
    values: valuesOf(transport, pickups),
    draft,
    id: transport?.id,
    version: transport?.updated_at ?? null,
    latest: async () => (transport && (await transportVersion(transport.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: (values, record) =>
      saveTransport(territoryId, record, values).catch((error: unknown) => {
        throw refusedField(error);
      }),
    onSaved: async () => {
      // The lists and the public pages ask again when they are opened; this form stays as it is until it closes.
      await client.invalidateQueries({ queryKey: catalogueKeys.all, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: transportKeys.all, refetchType: 'none' });
    },
  });
  useFormValue(form, 'image_urls', media.images);
  useAfterSaving(form.saved && shown, () => void navigate(back));
  return (
    <RecordFrame
      form={form}
      done={t`Transport service saved successfully`}
      submit={transport ? <Trans>Save Changes</Trans> : <Trans>Add Transport Service</Trans>}
      onReload={onReload}
      back={back}
    >
      <FormSection title={<Trans>What it is</Trans>}>
        <Field label={t`Title`} {...form.field('title')}>
          <Input maxLength={160} aria-required {...form.register('title')} />
        </Field>
        <Field label={t`Description`} {...form.field('description')}>
          <Textarea rows={6} maxLength={10_000} aria-required {...form.register('description')} />
        </Field>
        <TypeField form={form} />
        <MediaField label={t`Photos`} uploads={media} rules={IMAGE_RULES} {...form.field('image_urls')} />
      </FormSection>
      <FormSection title={<Trans>The journey</Trans>}>
        <JourneyFields form={form} pickups={pickups} before={transport} />
      </FormSection>
      <FormSection title={<Trans>Price and spots</Trans>}>
        <BookingFields symbol={currency.symbol} noGroup={{ min_private_guests: 1, max_private_guests: 1 }} />
      </FormSection>
      <FormSection title={<Trans>Terms</Trans>}>
        <CancellationField />
        <Checkbox label={t`Passport required`} {...form.register('passport_required')} />
      </FormSection>
    </RecordFrame>
  );
}

function TypeField({ form }: { form: AppForm<TransportValues> }) {
  const now = form.values.transport_type_id;
  const { id: fieldId, error } = form.field('transport_type_id');
  const note = `${fieldId}-note`;
  return (
    <fieldset className="field" aria-describedby={note}>
      <legend className="label mb-1.5">
        <Trans>Transport type</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {['boat', 'shuttle', 'car'].map((id, index) => (
          <button
            key={id}
            {...(index === 0 ? { id: fieldId } : {})}
            type="button"
            className="chip"
            aria-pressed={now === id}
            onClick={() => form.setValue('transport_type_id', id)}
          >
            <TypeIcon id={id} />
            {typeName({ id, name: id })}
          </button>
        ))}
      </div>
      <p className="err empty:hidden" id={note}>
        {error}
      </p>
    </fieldset>
  );
}

interface JourneyProps {
  form: AppForm<TransportValues>;
  pickups: readonly Pick<Pickup, 'id' | 'name'>[];
  before: EditedTransport | null;
}

function JourneyFields({ form, pickups, before }: JourneyProps) {
  const { t } = useLingui();
  const timed = hasTimetable(form.values.transport_type_id);
  const lost =
    before && !pickups.some((place) => place.id === before.pickup_location_id || place.name === before.pickup_location);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t`Pickup location`}
          {...form.field('pickup_location_id')}
          {...(lost
            ? { hint: t`“${before.pickup_location}” is not in the list any more. Choose another one.` }
            : pickups.length === 0
              ? { hint: t`There is none yet. Add it under Transport first.` }
              : {})}
        >
          <Select
            aria-required
            {...form.register('pickup_location_id')}
            empty={t`Choose a pickup location`}
            options={namedOptions(pickups)}
          />
        </Field>
        <Field label={t`Destination`} optional {...form.field('destination')}>
          <Input maxLength={160} {...form.register('destination')} />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Departure time`} optional={!timed} {...form.field('departure_time')}>
          <Input type="time" className="nums" aria-required={timed} {...form.register('departure_time')} />
        </Field>
        <NumberField<TransportValues>
          name="duration_hours"
          label={t`Journey duration in hours`}
          min="0.5"
          step="0.5"
          required={timed}
        />
      </div>
    </>
  );
}
