import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useId, useSyncExternalStore } from 'react';
import { type CardValues, digits, formatExpiry, formatNumber } from './card';
import type { Drawing } from './look';
import type { CardStore } from './store';

type FieldProps = {
  look: Drawing['look'];
  store: CardStore;
  field: keyof CardValues;
  label: string;
  placeholder: string;
  autoComplete: string;
  format: (text: string, before: string) => string;
};

function CardField({ look, store, field, label, placeholder, autoComplete, format }: FieldProps) {
  const id = useId();
  const { values, errors, disabled } = useSyncExternalStore(store.subscribe, store.get);
  const error = errors[field];
  return (
    <div className={look.field}>
      <label className={look.label} htmlFor={id}>
        {label}
      </label>
      <div className={look.control}>
        <input
          id={id}
          className={look.input}
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
          <p className={look.error} id={`${id}-error`}>
            <CircleAlert aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** Enter in a field is a submit event of the form around the element, whatever its buttons are, as with Stripe.js. */
function submitForm(event: KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault(); // its fields are in an iframe, so the browser submits nothing by itself
  const form = event.currentTarget.closest('form');
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

/** Replaces Stripe's card form, with the same fields, autocomplete names and labels. */
export function CardForm({ store, texts, look }: { store: CardStore } & Drawing) {
  return (
    <fieldset className={look.form} onKeyDown={submitForm}>
      <legend className={look.legend}>{texts.card}</legend>
      <CardField
        look={look}
        store={store}
        field="number"
        label={texts.number}
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        format={formatNumber}
      />
      <div className={look.row}>
        <CardField
          look={look}
          store={store}
          field="expiry"
          label={texts.expiry}
          placeholder={texts.expiryExample}
          autoComplete="cc-exp"
          format={formatExpiry}
        />
        <CardField
          look={look}
          store={store}
          field="cvc"
          label={texts.cvc}
          placeholder="CVC"
          autoComplete="cc-csc"
          format={(text) => digits(text).slice(0, 4)}
        />
      </div>
    </fieldset>
  );
}
