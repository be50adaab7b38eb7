import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, useId, useSyncExternalStore } from 'react';
import { type CardValues, digits, formatExpiry, formatNumber } from './card';
import type { CardStore } from './store';

type FieldProps = {
  store: CardStore;
  field: keyof CardValues;
  label: string;
  placeholder: string;
  autoComplete: string;
  format: (text: string, before: string) => string;
};

function CardField({ store, field, label, placeholder, autoComplete, format }: FieldProps) {
  const id = useId();
  const { values, errors, disabled } = useSyncExternalStore(store.subscribe, store.get);
  const error = errors[field];
  return (
    // The boxes of a line stand at one height, also where a label needs two lines.
    <div className="field row-span-2 grid-rows-subgrid">
      <label className="label self-end" htmlFor={id}>
        {label}
      </label>
      <div className="grid content-start gap-1.5">
        <input
          id={id}
          className="input nums"
          inputMode="numeric"
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={values[field]}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            store.type(field, format(event.target.value, values[field]))
          }
          onBlur={() => store.judge(field)}
        />
        {error && (
          <p className="err" id={`${id}-error`}>
            <CircleAlert aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The local stack's stand-in for Stripe's card form: same fields, same autocomplete names, same words. */
export function CardForm({ store }: { store: CardStore }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">{t`Card`}</legend>
      <CardField
        store={store}
        field="number"
        label={t`Card number`}
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        format={formatNumber}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
        <CardField
          store={store}
          field="expiry"
          label={t`Expiration date`}
          placeholder={t`MM / YY`}
          autoComplete="cc-exp"
          format={formatExpiry}
        />
        <CardField
          store={store}
          field="cvc"
          label={t`Security code`}
          placeholder="CVC"
          autoComplete="cc-csc"
          format={(text) => digits(text).slice(0, 4)}
        />
      </div>
    </fieldset>
  );
}
