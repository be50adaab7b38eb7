import { Trans, useLingui } from '@lingui/react/macro';
import { requestPasswordReset } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { ADDRESS_DRAFT, forgotSchema } from './schema.ts';

export function ForgotPasswordForm({ onSent, onBack }: { onSent: (email: string) => void; onBack: () => void }) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema: forgotSchema,
    values: { email: '' },
    draft: ADDRESS_DRAFT,
    keepsDraft: true,
    save: async ({ email }) => requestPasswordReset(email, { captchaToken: await captchaToken() }),
    onSaved: ({ email }) => onSent(email),
  });
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <Field label={t`Email`} {...form.field('email')}>
        <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
      </Field>
      {captcha}
      <FormFooter size="lg" block submit={<Trans>Send reset link</Trans>} />
      <Button variant="link" className="justify-self-center" onClick={onBack}>
        <Trans>Back to login</Trans>
      </Button>
    </Form>
  );
}
