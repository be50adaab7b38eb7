import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';

interface Props<Values extends FieldValues> {
  name: FieldPathByValue<Values, number | null>;
  label: string;
  /** Stands before a price. */
  symbol?: string;
  min?: string;
  step?: string;
  required?: boolean;
  hint?: string;
}

/** A number of the form around. */
export function NumberField<Values extends FieldValues>(props: Props<Values>) {
  const { name, label, symbol, min = '1', step = '1', required = true, hint } = props;
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
    <Field label={label} hint={hint} optional={!required} {...form.field(name)}>
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
