import { type ComponentProps, useState } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { parseNumber } from '@/lib/format/parse-number';
import { Input } from './controls.tsx';
import { hasDecimals } from './number-rules.ts';

function textOf(value: number | null, decimals: number | undefined): string {
  if (value === null || Number.isNaN(value)) return '';
  return decimals !== undefined && hasDecimals(value, decimals) ? value.toFixed(decimals) : String(value);
}

interface InputProps extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'type'> {
  /** The number of decimals shown. For 0, phones show a keypad with digits only. */
  decimals?: 0 | 2 | undefined;
}

interface PlainProps extends InputProps {
  name?: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * Edits a number as text with a point or a comma. An empty text is null. An invalid one is NaN, which the schema
 * refuses. `type="number"` would drop commas, hide invalid text from the form and change with the mouse wheel.
 */
export function PlainNumberInput({ value, onChange, decimals, ...rest }: PlainProps) {
  const [text, setText] = useState(() => textOf(value, decimals));
  // If the form has set another value, that replaces the typed text.
  const shown = Object.is(parseNumber(text), value) ? text : textOf(value, decimals);
  return (
    <Input
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(parseNumber(event.target.value));
      }}
    />
  );
}

interface Props<Values extends FieldValues> extends InputProps {
  // biome-ignore lint/suspicious/noExplicitAny: what the form gives to its save does not matter here
  control: Control<Values, any, any>;
  name: FieldPathByValue<Values, number | null>;
}

/** Shows the number as a field of a form. */
export function NumberInput<Values extends FieldValues>({ control, name, ...rest }: Props<Values>) {
  const { field } = useController({ control, name });
  return <PlainNumberInput {...rest} {...field} />;
}
