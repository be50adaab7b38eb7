import { useLingui } from '@lingui/react/macro';
import { PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';

/** The password that confirms who changes bank details. */
export function PasswordField() {
  const { t } = useLingui();
  const form = useFormContext<{ password: string }>();
  return (
    <Field
      label={t`Your password`}
      {...form.field('password')}
      hint={t`Don't have a password, or forgot it? Reset it first.`}
    >
      <PasswordInput autoComplete="current-password" {...form.register('password')} />
    </Field>
  );
}
