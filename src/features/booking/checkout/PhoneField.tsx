import { Field } from '@/ui/form/Field';
import { PlainPhone } from './PlainPhone';
import { usePhoneInput } from './use-phone-input';

type Props = {
  label: string;
  id: string;
  hint?: string;
  optional?: boolean;
  error: string | undefined;
  /** E.164, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
};

/** An international number with its label: the plain input first, the library's when it is there. */
export function PhoneField({ label, id, hint, optional = false, error, ...input }: Props) {
  const { PhoneInput, ref } = usePhoneInput(id, input.value !== '');
  const Input = PhoneInput ?? PlainPhone;
  const noted = Boolean(error ?? hint);
  return (
    <div ref={ref}>
      <Field label={label} id={id} error={error} hint={hint} optional={optional}>
        <Input id={id} {...input} describedBy={noted ? `${id}-note` : undefined} invalid={Boolean(error)} />
      </Field>
    </div>
  );
}
