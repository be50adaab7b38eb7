import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { cx } from '@/ui/cx';
import { CountrySelect } from '@/ui/form/CountrySelect';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import { type BookingForm, passengerFieldId } from './booking-form';
import { fillPassengers, type Passenger, passengerOf } from './passengers';

/**
 * Shows a form for each passenger. If the number of people falls, the extra forms are hidden and keep their input.
 */
export function PassengersField({ disabled }: { disabled: boolean }) {
  const { control, getValues, setValue } = useFormContext<BookingForm>();
  const [numPeople, passengers] = useWatch({ control, name: ['numPeople', 'passengers'] });
  const there = passengers.length;
  useEffect(() => {
    if (there < numPeople) setValue('passengers', fillPassengers(getValues('passengers'), numPeople));
  }, [there, numPeople, getValues, setValue]);

  return (
    <fieldset className="field min-w-0">
      <legend className="label">
        <Trans>Passengers</Trans>
      </legend>
      <ol className="mt-1.5 grid grid-cols-1 gap-2">
        {passengers.slice(0, numPeople).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a passenger is their place in the list
          <PassengerCard key={index} index={index} disabled={disabled} />
        ))}
      </ol>
    </fieldset>
  );
}

/** Passenger forms are collapsed on a phone and open on a desktop, which has more room. */
const isWide = () => globalThis.matchMedia?.('(min-width: 64rem)').matches ?? false;

function usePassenger(index: number): Passenger {
  const { control } = useFormContext<BookingForm>();
  const form = useWatch({ control }) as BookingForm;
  return passengerOf(form.passengers[index], index, form);
}

function Summary({ passenger, number, broken }: { passenger: Passenger; number: number; broken: boolean }) {
  const { t } = useLingui();
  const name = passenger.name.trim();
  const contact = [passenger.email.trim(), passenger.whatsapp].filter(Boolean).join(' · ');
  return (
    <span className="min-w-0 flex-1">
      <strong className="block truncate font-semibold">
        {name && <span className="sr-only">{t`Passenger ${number}`} </span>}
        <span>{name || t`Passenger ${number}`}</span>
      </strong>
      <span className={cx('block truncate text-xs', broken ? 'font-semibold text-danger-text' : 'text-ink-2')}>
        {broken ? (
          <span key="first">
            <Trans>Please check</Trans>
          </span>
        ) : name ? (
          <span key="second">{contact || t`Passenger ${number}`}</span>
        ) : (
          <span>
            <Trans>Add their name</Trans>
          </span>
        )}
      </span>
    </span>
  );
}

/** Shows a passenger as a summary line that opens the form below it. */
function PassengerCard({ index, disabled }: { index: number; disabled: boolean }) {
  const { control } = useFormContext<BookingForm>();
  const { errors, submitCount } = useFormState({ control });
  const passenger = usePassenger(index);
  const number = index + 1;
  const bodyId = useId();
  const broken = Boolean(errors.passengers?.[index]);
  // The first passenger is the booker, whose fields are prefilled.
  const [open, setOpen] = useState(() => index > 0 && passenger.name === '' && isWide());

  // Every click that finds an error opens the form that contains it.
  const found = broken ? submitCount : 0;
  useEffect(() => {
    if (found > 0) setOpen(true);
  }, [found]);

  return (
    <li className={cx('rounded-md border', broken ? 'border-danger' : 'border-line-strong')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-left text-[.9375rem]"
        onClick={() => setOpen(!open)}
      >
        <span
          aria-hidden="true"
          className="nums grid size-8 flex-none @max-[14rem]:hidden place-items-center rounded-full bg-surface-3 text-sm font-bold"
        >
          {number}
        </span>
        <Summary passenger={passenger} number={number} broken={broken} />
        <ChevronDown
          aria-hidden="true"
          className={cx('size-5 flex-none text-ink-2 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={bodyId} hidden={!open}>
        {open && <PassengerFields index={index} passenger={passenger} disabled={disabled} />}
      </div>
    </li>
  );
}

type FieldsProps = { index: number; passenger: Passenger; disabled: boolean };

/**
 * Connects an input to a passenger's field. An untouched field of the first passenger shows the booker's value,
 * which isn't stored.
 */
function usePassengerField(
  { index, disabled }: FieldsProps,
  name: 'name' | 'email' | 'phone' | 'whatsapp' | 'country',
) {
  const { control } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: `passengers.${index}.${name}` });
  return {
    id: passengerFieldId(index, name),
    error: fieldState.error?.message,
    input: { onChange: field.onChange, onBlur: field.onBlur, disabled },
  };
}

function NameField(props: FieldsProps) {
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

function EmailField(props: FieldsProps) {
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

function NumberField({ name, label, ...props }: FieldsProps & { name: 'phone' | 'whatsapp'; label: string }) {
  const { id, error, input } = usePassengerField(props, name);
  return <PhoneField label={label} id={id} error={error} optional value={props.passenger[name]} {...input} />;
}

function CountryField(props: FieldsProps) {
  const { t } = useLingui();
  const { id, error, input } = usePassengerField(props, 'country');
  return (
    <Field label={t`Country of origin`} id={id} error={error} optional>
      <CountrySelect
        {...input}
        value={props.passenger.country}
        autoComplete={`section-passenger-${props.index + 1} country`}
        empty={t`Select your country`}
      />
    </Field>
  );
}

function SpanishField({ index, passenger, disabled }: FieldsProps) {
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

/**
 * Shows a passenger's fields. Only the name is required, because we can reach the other passengers through the
 * booker.
 */
function PassengerFields(props: FieldsProps) {
  const { t } = useLingui();
  const { index } = props;
  const number = index + 1;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 px-3 pt-1 pb-3">
      <legend className="sr-only">{t`Passenger ${number}`}</legend>
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
