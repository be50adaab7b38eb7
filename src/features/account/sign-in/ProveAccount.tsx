import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { enterCode, requestPasswordReset, updatePassword } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { useAwaitedCode } from './awaited-code.ts';
import { passwordRules, provenSchema } from './schema.ts';

interface Props {
  email: string;
  /** Continues with the original action once the owner is proven. */
  onProven: () => Promise<unknown>;
}

/**
 * Asks for an emailed code and a new password before the first role of an account whose password someone else may
 * have chosen (docs/rules/people.md, Whose account it is).
 */
export default function ProveAccount({ email, onProven }: Props) {
  const { captcha, captchaToken } = useCaptcha();
  const awaited = useAwaitedCode('ownership');
  const isSent = awaited.email === email;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => requestPasswordReset(email, { captchaToken: await captchaToken() }),
    onSuccess: () => awaited.remember(email),
  });
  const done = async () => {
    awaited.forget();
    await onProven();
  };
  return (
    <div className="grid gap-3 rounded-lg bg-surface-2 p-4">
      <p className="wrap-anywhere">
        <Trans>
          Before you work here, please confirm that this account is yours. We'll send a code to{' '}
          <strong className="font-semibold">{email}</strong>, and you'll choose a new password.
        </Trans>
      </p>
      {error && <Alert tone="danger">{error.message}</Alert>}
      {captcha}
      {isSent && <NewPassword email={email} onProven={done} />}
      <Button
        className="justify-self-start"
        variant={isSent ? 'secondary' : 'primary'}
        busy={isPending}
        onClick={() => mutate()}
      >
        {isSent ? <Trans>Send email again</Trans> : <Trans>Send me a code</Trans>}
      </Button>
    </div>
  );
}

function NewPassword({ email, onProven }: Props) {
  const { t } = useLingui();
  // A code works once, so after a refused password only the password is asked for again.
  const entered = useRef<string | null>(null);
  const form = useForm({
    schema: provenSchema,
    values: { code: '', password: '' },
    save: async ({ code, password }) => {
      if (entered.current !== code) await enterCode(email, code, 'recovery');
      entered.current = code;
      await updatePassword(password);
    },
    onSaved: onProven,
  });
  return (
    <Form form={form} className="grid gap-4">
      <p role="status" className="text-sm text-ink-2">
        <Trans>We've sent the code. If you asked twice, only the most recent email works.</Trans>
      </p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t`Code from the email`} hint={t`Six digits`} {...form.field('code')}>
        <Input inputMode="numeric" autoComplete="one-time-code" {...form.register('code')} />
      </Field>
      <Field label={t`New password`} hint={passwordRules.later.hint()} {...form.field('password')}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormFooter submit={<Trans>Save and accept</Trans>} />
    </Form>
  );
}
