import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { updatePassword } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { type ResetValues, resetSchema } from './schema.ts';
import { useAuthForm } from './use-auth-form.ts';

export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useLingui();
  const form = useForm<ResetValues>({
    resolver: zodResolver(resetSchema),
    shouldFocusError: false,
    defaultValues: { password: '', confirm: '' },
  });
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async ({ password }) => {
    await updatePassword(password);
    onDone();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      {/* Tells a password manager which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t`New password`}
        id={fieldId('password')}
        error={errorOf('password')}
        hint={t`At least 8 characters`}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label={t`Confirm password`} id={fieldId('confirm')} error={errorOf('confirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('confirm')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={sending}>
        <Trans>Reset Password</Trans>
      </Button>
    </form>
  );
}
