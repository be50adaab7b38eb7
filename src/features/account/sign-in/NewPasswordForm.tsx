import { Trans, useLingui } from '@lingui/react/macro';
import { keepPassword, updatePassword } from '@/features/account/queries';
import { PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { resetSchema } from './schema.ts';

interface Props {
  email: string;
  /** True if the current password is accepted too. */
  mayKeep?: boolean;
  onDone: () => void;
}

export function NewPasswordForm({ email, mayKeep = false, onDone }: Props) {
  const { t } = useLingui();
  const form = useForm({
    schema: resetSchema,
    values: { password: '', confirm: '' },
    save: ({ password }) => (mayKeep ? keepPassword(password) : updatePassword(password)),
    onSaved: onDone,
  });
  return (
    <Form form={form} className="mt-6 grid gap-5">
      {/* Tells a password manager which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t`New password`} hint={t`At least 8 characters`} {...form.field('password')}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label={t`Confirm password`} {...form.field('confirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('confirm')} />
      </Field>
      <FormFooter size="lg" block submit={mayKeep ? <Trans>Save password</Trans> : <Trans>Reset Password</Trans>} />
    </Form>
  );
}
