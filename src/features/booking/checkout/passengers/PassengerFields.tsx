import { Trans, useLingui } from '@lingui/react/macro';
import { useController, useFormContext } from 'react-hook-form';
import { CountryOptions } from '@/features/booking/checkout/ContactFields';
import type { BookingForm } from '@/features/booking/checkout/draft';
import { passengerFieldId } from '@/features/booking/checkout/fields';
import { PhoneField } from '@/features/booking/checkout/PhoneField';
import { Checkbox, Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import type { Passenger } from './passengers';

type Props = { index: number; passenger: Passenger; disabled: boolean };

/** A text of a passenger as an input takes it: what is shown may be the booker's, what is typed is the passenger's own. */
function usePassengerField({ index, disabled }: Props, name: 'name' | 'email' | 'phone' | 'whatsapp' | 'country') {
  const { control } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: `passengers.${index}.${name}` });
  return {
    id: passengerFieldId(index, name),
    error: fieldState.error?.message,
    input: { onChange: field.onChange, onBlur: field.onBlur, disabled },
  };
}

function NameField(props: Props) {
  const { t } = useLingui();
  const { id, error, input } = usePassengerField(props, 'name');
  return (
    <Field label={t`Full name`} id={id} error={error}>
      <Input
        {...input}
        value={props.passenger.name}
        maxLength={120}
        autoComplete={`section-passenger-${props.index + 1} name`}
        aria-required
      />
    </Field>
  );
}

function EmailField(props: Props) {
  const { t } = useLingui();
  const { id, error, input } = usePassengerField(props, 'email');
  return (
    <Field label={t`Email`} id={id} error={error} optional>
      <Input
        {...input}
        type="email"
        value={props.passenger.email}
        maxLength={254}
        autoComplete={`section-passenger-${props.index + 1} email`}
      />
    </Field>
  );
}

function NumberField({ name, label, ...props }: Props & { name: 'phone' | 'whatsapp'; label: string }) {
  const { id, error, input } = usePassengerField(props, name);
  return <PhoneField label={label} id={id} error={error} optional value={props.passenger[name]} {...input} />;
}

function CountryField(props: Props) {
  const { t } = useLingui();
  const { id, error, input } = usePassengerField(props, 'country');
  return (
    <Field label={t`Country of origin`} id={id} error={error} optional>
      <Select {...input} value={props.passenger.country} autoComplete={`section-passenger-${props.index + 1} country`}>
        <CountryOptions />
      </Select>
    </Field>
  );
}

function SpanishField({ index, passenger, disabled }: Props) {
  const { control } = useFormContext<BookingForm>();
  const { field } = useController({ control, name: `passengers.${index}.speaksSpanish` });
  return (
    <Checkbox
      checked={passenger.speaksSpanish}
      disabled={disabled}
      label={<Trans>I speak Spanish</Trans>}
      onChange={(event) => field.onChange(event.target.checked)}
      onBlur={field.onBlur}
    />
  );
}

/** What a passenger's form asks for. Only the name must be there: the booker can be reached for the others. */
export function PassengerFields(props: Props) {
  const { t } = useLingui();
  const { index } = props;
  const number = index + 1;
  return (
    <fieldset
      aria-label={t`Passenger ${number}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 px-3 pt-1 pb-3"
    >
      <NameField {...props} />
      <EmailField {...props} />
      <NumberField {...props} name="phone" label={t`Phone`} />
      <NumberField {...props} name="whatsapp" label={t`WhatsApp`} />
      <CountryField {...props} />
      <div className="-my-2">
        <SpanishField {...props} />
      </div>
    </fieldset>
  );
}
