import { Trans, useLingui } from '@lingui/react/macro';
import { useController, useFormContext } from 'react-hook-form';
import { labelsOf } from '@/features/booking/checkout/labels';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { CountrySelect } from '@/ui/form/CountrySelect';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import { type BookingForm, fieldId } from './booking-form';

type Props = { kind: ServiceKind; origin: string | null; disabled: boolean };

function WhatsAppField({ kind, origin, disabled }: Props) {
  const { t } = useLingui();
  const { control } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: 'whatsappNumber' });
  return (
    <PhoneField
      label={t`WhatsApp number`}
      id={fieldId.whatsappNumber}
      origin={origin}
      hint={labelsOf(kind).contactHint}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      disabled={disabled}
    />
  );
}

function CountryField({ disabled }: { disabled: boolean }) {
  const { t } = useLingui();
  const { register, formState, getFieldState } = useFormContext<BookingForm>();
  return (
    <Field label={t`Country of origin`} id={fieldId.country} error={getFieldState('country', formState).error?.message}>
      <CountrySelect
        {...register('country')}
        autoComplete="country"
        disabled={disabled}
        aria-required
        empty={t`Select your country`}
      />
    </Field>
  );
}

export function ContactFields({ kind, origin, disabled }: Props) {
  const { t } = useLingui();
  const { register, formState, getFieldState } = useFormContext<BookingForm>();
  return (
    <>
      <WhatsAppField kind={kind} origin={origin} disabled={disabled} />
      <CountryField disabled={disabled} />
      <Field
        label={t`Hotel name`}
        id={fieldId.hotelName}
        error={getFieldState('hotelName', formState).error?.message}
        optional
      >
        <Input {...register('hotelName')} maxLength={160} placeholder={t`Where are you staying?`} disabled={disabled} />
      </Field>
    </>
  );
}

export function SpanishField({ disabled }: { disabled: boolean }) {
  const { register } = useFormContext<BookingForm>();
  return <Checkbox {...register('speaksSpanish')} disabled={disabled} label={<Trans>I speak Spanish</Trans>} />;
}
