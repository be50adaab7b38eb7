import { Trans, useLingui } from '@lingui/react/macro';
import { TypeIcon, typeName } from '@/features/catalogue/transport/labels';
import { IMAGE_RULES } from '@/lib/upload/check';
import { Checkbox, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import { MediaField } from '@/ui/media/MediaField';
import { BookingFields } from '../catalogue/BookingFields';
import { FieldGroup } from '../catalogue/FieldGroup';
import { NumberField } from '../catalogue/NumberField';
import type { ServiceFormProps } from '../catalogue/ServiceEditor';
import { CancellationField, TitleFields } from '../catalogue/ServiceFields';
import { FormSection, ServiceForm } from '../catalogue/ServiceForm';
import { FormSlots } from '../catalogue/slots/FormSlots';
import { departureProblems } from '../catalogue/slots/slots';
import { TranslatedField } from '../catalogue/TranslatedField';
import { hasTimetable, NEW_TRANSPORT, TRANSPORT_TEXTS, type TransportValues } from './schema';
import { type TransportFormOptions, useTransportForm } from './use-transport-form';

type Props = ServiceFormProps & TransportFormOptions;

export function TransportForm({ territoryId, currency, transport, pickups, ...frame }: Props) {
  const { t } = useLingui();
  const { form, media } = useTransportForm({ territoryId, currency, transport, pickups });
  return (
    <ServiceForm
      {...frame}
      form={form}
      lost={
        transport
          ? undefined
          : t`The new transport service hasn't been saved. If you leave now, you'll lose everything you entered.`
      }
      done={t`Transport service saved successfully`}
      submit={transport ? <Trans>Save Changes</Trans> : <Trans>Add Transport Service</Trans>}
    >
      <FormSection title={<Trans>Basic details</Trans>}>
        <TitleFields rows={6} record={transport} />
        <TypeField form={form} />
        <MediaField label={t`Photos`} uploads={media} rules={IMAGE_RULES} {...form.field('image_urls')} />
      </FormSection>
      <FormSection title={<Trans>Route and times</Trans>}>
        <PlaceFields form={form} pickups={pickups} transport={transport} />
        <TimeFields form={form} transport={transport} />
      </FormSection>
      <FormSection title={<Trans>Price and spots</Trans>}>
        <BookingFields symbol={currency.symbol} noGroup={NEW_TRANSPORT} />
      </FormSection>
      <FormSection title={<Trans context="service">Terms</Trans>}>
        <CancellationField />
        <Checkbox label={t`Passport required`} {...form.register('passport_required')} />
      </FormSection>
    </ServiceForm>
  );
}

type FormProps = Pick<ReturnType<typeof useTransportForm>, 'form'>;

function TypeField({ form }: FormProps) {
  const { id: fieldId, error } = form.field('transport_type_id');
  return (
    <FieldGroup id={fieldId} legend={<Trans>Transport type</Trans>} error={error}>
      <div className="flex flex-wrap gap-2">
        {['boat', 'shuttle', 'car'].map((id, index) => (
          <button
            key={id}
            {...(index === 0 ? { id: fieldId } : {})}
            type="button"
            className="chip"
            aria-pressed={form.values.transport_type_id === id}
            onClick={() => form.setValue('transport_type_id', id)}
          >
            <TypeIcon id={id} />
            {typeName({ id, name: id })}
          </button>
        ))}
      </div>
    </FieldGroup>
  );
}

function PlaceFields({ form, pickups, transport }: FormProps & Pick<Props, 'pickups' | 'transport'>) {
  const { t } = useLingui();
  const { pickup_location_id: id, pickup_location: name = '' } = transport ?? {};
  const isLost = transport && !pickups.some((place) => place.id === id || place.original === name);
  let hint: string | undefined;
  if (isLost) hint = t`“${name}” is no longer in the list. Choose another one.`;
  else if (pickups.length === 0) hint = t`There are no pickup locations yet. Please add one under Transport first.`;
  return (
    <>
      <Field label={t`Pickup location`} hint={hint} {...form.field('pickup_location_id')}>
        <Select
          aria-required
          {...form.register('pickup_location_id')}
          empty={t`Choose a pickup location`}
          options={namedOptions(pickups)}
        />
      </Field>
      <TranslatedField name="destination" text={TRANSPORT_TEXTS.destination} record={transport} optional />
    </>
  );
}

function TimeFields({ form, transport }: FormProps & Pick<Props, 'transport'>) {
  const { t } = useLingui();
  const timed = hasTimetable(form.values.transport_type_id);
  return (
    <>
      <FormSlots service={transport} check={(slots) => departureProblems(slots, timed)} />
      <NumberField<TransportValues> name="duration_hours" label={t`Travel time in hours`} decimal required={timed} />
    </>
  );
}
