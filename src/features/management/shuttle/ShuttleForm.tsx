import { Trans, useLingui } from '@lingui/react/macro';
import { IMAGE_RULES } from '@/lib/upload/check';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormFooter } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { namedOptions } from '@/ui/form/options';
import { MediaField } from '@/ui/media/MediaField';
import { FormSlots } from '../catalogue/slots/FormSlots';
import { departureProblems } from '../catalogue/slots/slots';
import { FormCard } from './FormCard';
import { type ShuttleFormOptions, useShuttleForm } from './use-shuttle-form';

interface Props extends ShuttleFormOptions {
  /** Refetches the service and resets the form. */
  onReload: () => void;
}

/** Shows the form of a shuttle service. */
export function ShuttleForm({ userId, territoryId, service, places, currency, onDone, onReload }: Props) {
  const { t } = useLingui();
  const { form, media } = useShuttleForm({ userId, territoryId, service, places, currency, onDone });
  const { register, field, control } = form;
  const { symbol } = currency;
  const title = service ? t`Edit service` : t`Add service`;
  const whole = service?.booking_type === 'private';
  return (
    <FormCard
      form={form}
      title={title}
      lost={
        service
          ? undefined
          : t`The new shuttle service hasn't been saved. If you leave now, you'll lose everything you entered.`
      }
      onCancel={() => onDone(null)}
      onReload={onReload}
    >
      <Field label={t`Title`} {...field('title')}>
        <Input aria-required {...register('title')} />
      </Field>
      <Field label={t`Description`} {...field('description')}>
        <Textarea rows={5} aria-required {...register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={whole ? t`Private price (${symbol})` : t`Price per person (${symbol})`} {...field('price')}>
          <NumberInput aria-required control={control} name="price" />
        </Field>
        <Field label={t`Maximum spots`} {...field('spots')}>
          <NumberInput decimals={0} aria-required control={control} name="spots" />
        </Field>
        <Field label={t`Duration (hours)`} {...field('duration')}>
          <NumberInput aria-required control={control} name="duration" />
        </Field>
      </div>
      <FormSlots service={service} check={(slots) => departureProblems(slots, true)} />
      <PickupField form={form} service={service} places={places} />
      <MediaField label={t`Photos`} uploads={media} rules={IMAGE_RULES} {...field('image_urls')} />
      <FormFooter submit={service ? <Trans>Save Changes</Trans> : <Trans>Add service</Trans>} />
    </FormCard>
  );
}

interface PickupProps extends Pick<Props, 'service' | 'places'> {
  form: ReturnType<typeof useShuttleForm>['form'];
}

/** Offers the territory's pickup locations, or a text field if it has none. */
function PickupField({ form: { register, field }, service, places }: PickupProps) {
  const { t } = useLingui();
  // A location that was renamed or removed since can be kept.
  const before = service && {
    id: service.pickup_location_id ?? service.pickup_location,
    name: service.pickup_location,
  };
  const unlisted = before && !places.some(({ id }) => id === before.id) ? before : null;
  if (places.length === 0) {
    return (
      <Field
        label={t`Pickup location`}
        {...field('pickup')}
        hint={t`The region has no pickup locations yet. Please enter the place yourself.`}
      >
        <Input aria-required {...register('pickup')} />
      </Field>
    );
  }
  return (
    <Field label={t`Pickup location`} {...field('pickup')}>
      <Select
        aria-required
        {...register('pickup')}
        empty={t`Select a pickup location`}
        options={namedOptions(unlisted ? [unlisted, ...places] : places)}
      />
    </Field>
  );
}
