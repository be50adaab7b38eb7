import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useId, useState } from 'react';
import { IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { useField } from './Field.tsx';
import type { SelectOption } from './options.ts';

/** Returns the attributes that the surrounding field gives a control. The control's own props win. */
function useFieldProps(props: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>) {
  const field = useField();
  return {
    id: props.id ?? field?.id,
    'aria-describedby': props['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
  };
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const field = useFieldProps(rest);
  return <input {...rest} {...field} className={cx('input', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps(rest);
  return <textarea {...rest} {...field} className={cx('input', className)} />;
}

interface OptionsProps {
  options: readonly SelectOption[];
  empty?: string | undefined;
}

/** Memoized, because forms render on each key and some lists, such as the countries, are long. */
export const SelectOptions = memo(function SelectOptions({ options, empty }: OptionsProps) {
  return (
    <>
      {empty !== undefined && <option value="">{empty}</option>}
      {groupsOf(options).map(([group, grouped]) =>
        group === undefined ? (
          <Options key="" options={grouped} />
        ) : (
          <optgroup key={group} label={group}>
            <Options options={grouped} />
          </optgroup>
        ),
      )}
    </>
  );
});

function Options({ options }: Pick<OptionsProps, 'options'>) {
  return options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));
}

function groupsOf(options: readonly SelectOption[]): [group: string | undefined, options: SelectOption[]][] {
  const groups = new Map<string | undefined, SelectOption[]>();
  for (const option of options) {
    const group = groups.get(option.group) ?? [];
    group.push(option);
    groups.set(option.group, group);
  }
  return [...groups];
}

export type SelectProps = Omit<ComponentProps<'select'>, 'children'> & OptionsProps;

export function Select({ className, options, empty, ...rest }: SelectProps) {
  const field = useFieldProps(rest);
  return (
    <select {...rest} {...field} className={cx('input select', className)}>
      <SelectOptions options={options} empty={empty} />
    </select>
  );
}

/** Shows a password field with a button that reveals its text. Browsers hide the text again on submit. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className={cx('pr-12', className)} />
      <IconButton
        label={shown ? t`Hide password` : t`Show password`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0.5 right-0.5"
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </div>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

/** Shows a checkbox with its label on the right. The label is part of the clickable area. */
export function Checkbox({ label, error, className, id: given, ...rest }: CheckboxProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={className}>
      <label className="check" htmlFor={id}>
        <input
          {...rest}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="err" id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  );
}
