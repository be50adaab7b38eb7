import { Trans, useLingui } from '@lingui/react/macro';
import { signUpInvited } from '@/features/account/queries';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { invitedSchema } from './schema.ts';

interface Props {
  code: string;
  email: string;
  fullName: string;
}

/** Asks an invited person for a first password. The invitation proves the address, so no further email is sent. */
export function InvitedForm({ code, email, fullName }: Props) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema: invitedSchema,
    values: { fullName, password: '' },
    draft: 'invited',
    neverKept: ['password'],
    save: async (values) => signUpInvited({ code, email, ...values, captchaToken: await captchaToken() }),
  });
  return (
    <>
      <h1 className="font-title text-4xl">
        <Trans>Choose your password</Trans>
      </h1>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        <Trans>
          You'll log in with <strong className="font-semibold text-ink">{email}</strong> and this password. Only you
          will know it.
        </Trans>
      </p>
      <Form form={form} className="mt-6 grid gap-5">
        {/* Tells a password manager which account this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t`Full name`} {...form.field('fullName')}>
          <Input autoComplete="name" {...form.register('fullName')} />
        </Field>
        <Field label={t`Password`} hint={t`At least 6 characters`} {...form.field('password')}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        {captcha}
        <FormFooter size="lg" block submit={<Trans>Accept the invitation</Trans>} />
      </Form>
    </>
  );
}
