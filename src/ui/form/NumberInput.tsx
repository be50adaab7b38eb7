import { type ComponentProps, useState } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { Input } from './controls.tsx';

/** '12.5', and '12,5' as half of the world writes it, → 12.5; null for nothing, NaN for what is no number. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

const textOf = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));

interface Props<Values extends FieldValues> extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange'> {
  // biome-ignore lint/suspicious/noExplicitAny: what the form gives to its save does not matter here
  control: Control<Values, any, any>;
  name: FieldPathByValue<Values, number | null>;
}

/** A number of a form. Empty is null; what is no number is NaN, which the schema refuses. */
export function NumberInput<Values extends FieldValues>({ control, name, ...rest }: Props<Values>) {
  const { field } = useController({ control, name });
  const [text, setText] = useState(() => textOf(field.value));
  // Another value than was typed: the form has set it.
  const shown = Object.is(parseNumber(text), field.value) ? text : textOf(field.value);
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      ref={field.ref}
      name={field.name}
      value={shown}
      onBlur={field.onBlur}
      onChange={(event) => {
        setText(event.target.value);
        field.onChange(parseNumber(event.target.value));
      }}
    />
  );
}
