import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { cx } from '@/ui/cx';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import type { SalesValues } from './sales';

interface Props {
  symbol: string;
  /** What the limits of a private group are when nobody may book one. */
  noGroup: Pick<SalesValues, 'min_private_guests' | 'max_private_guests'>;
  /** A field more, beside the spots. */
  children?: ReactNode;
}

/** How it is sold: for whom, prices, spots. */
export function BookingFields({ symbol, noGroup, children }: Props) {
  const { t } = useLingui();
  const { values, setValue } = useFormContext<SalesValues>();
  const type = values.booking_type;
  const choices: { value: SalesValues['booking_type']; label: string }[] = [
    { value: 'shared', label: t`Shared` },
    { value: 'private', label: t`Private` },
    { value: 'both', label: t`Shared and private` },
  ];
  function choose(next: SalesValues['booking_type']) {
    setValue('booking_type', next);
    if (next !== 'shared') return;
    setValue('private_price', null);
    setValue('min_private_guests', noGroup.min_private_guests);
    setValue('max_private_guests', noGroup.max_private_guests);
  }
  return (
    <>
      <fieldset className="field">
        <legend className="label mb-1.5">
          <Trans>Booking type</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {choices.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="chip"
              aria-pressed={type === value}
              onClick={() => choose(value)}
            >
              {label}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        {type !== 'private' && (
          <NumberField<SalesValues>
            name="shared_price"
            label={t`Shared price per person`}
            symbol={symbol}
            step="0.01"
            min="0"
          />
        )}
        {type !== 'shared' && (
          <NumberField<SalesValues>
            name="private_price"
            label={t`Private price for the group`}
            symbol={symbol}
            step="0.01"
            min="0"
          />
        )}
      </div>
      <div className={cx('grid grid-cols-2 gap-x-4 gap-y-5', children ? 'sm:grid-cols-4' : 'sm:grid-cols-3')}>
        <NumberField<SalesValues> name="max_spots" label={t`Maximum spots`} min="1" />
        <NumberField<SalesValues> name="min_spots" label={t`Minimum spots`} min="1" />
        <NumberField<SalesValues> name="available_spots" label={t`Available spots`} min="0" />
        {children}
      </div>
      {type !== 'shared' && (
        <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3">
          <NumberField<SalesValues> name="max_private_guests" label={t`Maximum private guests`} min="1" />
          <NumberField<SalesValues> name="min_private_guests" label={t`Minimum private guests`} min="1" />
        </div>
      )}
    </>
  );
}

interface NumberProps<Values extends FieldValues> {
  name: FieldPathByValue<Values, number | null>;
  label: string;
  symbol?: string;
  min?: string;
  step?: string;
  required?: boolean;
}

export function NumberField<Values extends FieldValues>(props: NumberProps<Values>) {
  const { name, label, symbol, min = '1', step = '1', required = true } = props;
  const form = useFormContext<Values>();
  const input = (
    <NumberInput
      control={form.control}
      name={name}
      type="number"
      className="nums"
      min={min}
      step={step}
      aria-required={required}
      // The wheel scrolls the page; over a focused number it would change the price.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
  return (
    <Field label={label} optional={!required} {...form.field(name)}>
      {symbol ? (
        <div className="input-group">
          <span className="addon" aria-hidden="true">
            {symbol}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

export function CancellationField() {
  const { t } = useLingui();
  const form = useFormContext<SalesValues>();
  return (
    <Field
      label={t`Cancellation policy`}
      hint={t`Bookings keep the policy that they were made with.`}
      {...form.field('cancellation_policy')}
    >
      <Select
        {...form.register('cancellation_policy')}
        options={[
          { value: 'flexible', label: t`Flexible: all back until 24 hours before` },
          { value: 'moderate', label: t`Moderate: all back until 72 hours before, half until 24 hours` },
          { value: 'strict', label: t`Strict: half back until 7 days before` },
        ]}
      />
    </Field>
  );
}
