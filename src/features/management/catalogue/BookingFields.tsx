import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import type { RecordForm, RecordValues } from './use-record-form';

/** How something is sold: the part that experiences and transport have in common. */
export type SalesValues = RecordValues & {
  booking_type: string;
  shared_price: string;
  private_price: string;
  min_spots: string;
  max_spots: string;
  available_spots: string;
  min_private_guests: string;
  max_private_guests: string;
  cancellation_policy: string;
};

/** The form of anything that is sold. */
export type SalesForm = Pick<RecordForm<SalesValues>, 'fieldId' | 'errorOf' | 'register' | 'set' | 'values'>;

interface Props {
  form: SalesForm;
  symbol: string;
  /** What the limits of a private group are when nobody may book one. */
  noGroup: { min: string; max: string };
  /** A field more, beside the spots. */
  children?: ReactNode;
}

export function BookingFields({ form, symbol, noGroup, children }: Props) {
  const { t } = useLingui();
  const type = form.values.booking_type;
  const choices = [
    { value: 'shared', label: t`Shared` },
    { value: 'private', label: t`Private` },
    { value: 'both', label: t`Shared and private` },
  ];
  function choose(next: string) {
    form.set('booking_type', next);
    if (next !== 'shared') return;
    form.set('private_price', '');
    form.set('min_private_guests', noGroup.min);
    form.set('max_private_guests', noGroup.max);
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
          <NumberField
            form={form}
            name="shared_price"
            label={t`Shared price per person`}
            symbol={symbol}
            step="0.01"
            min="0"
          />
        )}
        {type !== 'shared' && (
          <NumberField
            form={form}
            name="private_price"
            label={t`Private price for the group`}
            symbol={symbol}
            step="0.01"
            min="0"
          />
        )}
      </div>
      <div className={cx('grid grid-cols-2 gap-x-4 gap-y-5', children ? 'sm:grid-cols-4' : 'sm:grid-cols-3')}>
        <NumberField form={form} name="max_spots" label={t`Maximum spots`} min="1" />
        <NumberField form={form} name="min_spots" label={t`Minimum spots`} min="1" />
        <NumberField form={form} name="available_spots" label={t`Available spots`} min="0" />
        {children}
      </div>
      {type !== 'shared' && (
        <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3">
          <NumberField form={form} name="max_private_guests" label={t`Maximum private guests`} min="1" />
          <NumberField form={form} name="min_private_guests" label={t`Minimum private guests`} min="1" />
        </div>
      )}
    </>
  );
}

interface NumberProps {
  form: SalesForm;
  name: string;
  label: string;
  symbol?: string;
  min?: string;
  step?: string;
  required?: boolean;
}

export function NumberField({ form, name, label, symbol, min = '1', step = '1', required = true }: NumberProps) {
  const input = (
    <Input
      type="number"
      inputMode="decimal"
      className="nums"
      min={min}
      step={step}
      aria-required={required}
      // The wheel scrolls the page; over a focused number it would change the price.
      onWheel={(event) => event.currentTarget.blur()}
      {...form.register(name)}
    />
  );
  return (
    <Field label={label} optional={!required} id={form.fieldId(name)} error={form.errorOf(name)}>
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

export function CancellationField({ form }: { form: SalesForm }) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Cancellation policy`}
      id={form.fieldId('cancellation_policy')}
      hint={t`Bookings keep the policy that they were made with.`}
    >
      <Select {...form.register('cancellation_policy')}>
        <option value="flexible">{t`Flexible: all back until 24 hours before`}</option>
        <option value="moderate">{t`Moderate: all back until 72 hours before, half until 24 hours`}</option>
        <option value="strict">{t`Strict: half back until 7 days before`}</option>
      </Select>
    </Field>
  );
}

/** A box of a form of texts: 'yes' or nothing. */
export function YesField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value === 'yes'}
        onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
      />
      <span>{label}</span>
    </label>
  );
}
