import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { signIn } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { ResendConfirmation } from './ResendConfirmation.tsx';
import { ADDRESS_DRAFT, loginSchema } from './schema.ts';

export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const { t } = useLingui();
  // The page that offered a new link may be closed.
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema: loginSchema,
    values: { email: '', password: '' },
    draft: ADDRESS_DRAFT,
    neverKept: ['password'],
    save: async (values) => {
      setUnconfirmed(null);
      try {
        await signIn({ ...values, captchaToken: await captchaToken() });
      } catch (error) {
        if (error instanceof AppError && error.code === 'email_not_confirmed') setUnconfirmed(values.email);
        throw error;
      }
    },
  });
  return (
    <Form form={form} className="mt-6 grid gap-5">
      {unconfirmed && (
        <ResendConfirmation key={unconfirmed} email={unconfirmed}>
          <Trans>Send the link again</Trans>
        </ResendConfirmation>
      )}
      <Field label={t`Email`} {...form.field('email')}>
        <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
      </Field>
      <Field label={t`Password`} {...form.field('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {captcha}
      <FormFooter size="lg" block submit={<Trans>Login</Trans>} />
      <Button variant="link" className="justify-self-center" onClick={onForgot}>
        <Trans>Forgot password?</Trans>
      </Button>
    </Form>
  );
}
