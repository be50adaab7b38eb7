import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';

interface Props<Values extends FieldValues> {
  name: FieldPathByValue<Values, number | null>;
  label: string;
  /** The currency symbol before a price. */
  symbol?: string;
  /** True for prices and hours. Other fields are whole numbers. */
  decimal?: boolean;
  required?: boolean;
  hint?: string;
}

export function NumberField<Values extends FieldValues>(props: Props<Values>) {
  const { name, label, symbol, decimal = false, required = true, hint } = props;
  const form = useFormContext<Values>();
  const input = (
    <NumberInput
      control={form.control}
      name={name}
      decimals={decimal ? undefined : 0}
      className="nums"
      aria-required={required}
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
