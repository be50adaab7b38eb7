import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { signIn } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { ADDRESS_DRAFT } from './drafts.ts';
import { ResendConfirmation } from './ResendConfirmation.tsx';
import { type LoginValues, loginSchema } from './schema.ts';
import { useAuthForm } from './use-auth-form.ts';

export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const { t } = useLingui();
  // The page that offered to send the link again may be long gone.
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const form = useForm<LoginValues>({
    resolver: zodResolver(loginSchema),
    shouldFocusError: false,
    defaultValues: { email: '', password: '', ...readDraft(ADDRESS_DRAFT, ['email']) },
  });
  useFormDraft(form, ADDRESS_DRAFT, ['email']);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    setUnconfirmed(null);
    try {
      await signIn(values);
    } catch (error) {
      if (error instanceof AppError && error.code === 'email_not_confirmed') setUnconfirmed(values.email);
      throw error;
    }
    clearDraft(ADDRESS_DRAFT);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      {unconfirmed && (
        <ResendConfirmation key={unconfirmed} email={unconfirmed}>
          <Trans>Send the link again</Trans>
        </ResendConfirmation>
      )}
      <Field label={t`Email`} id={fieldId('email')} error={errorOf('email')}>
        <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
      </Field>
      <Field label={t`Password`} id={fieldId('password')} error={errorOf('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={sending}>
        <Trans>Login</Trans>
      </Button>
      <Button variant="link" className="justify-self-center" onClick={onForgot}>
        <Trans>Forgot password?</Trans>
      </Button>
    </form>
  );
}
