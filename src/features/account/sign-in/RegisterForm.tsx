import { Trans, useLingui } from '@lingui/react/macro';
import { signUp } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { passwordRules, REGISTER_DRAFT, registerSchema } from './schema.ts';

/** Returns a refusal of the name as an error of its field, and any other error unchanged. */
const besideName = (error: unknown): unknown =>
  error instanceof AppError && ['name_not_plain', 'name_too_long'].includes(error.code)
    ? new FieldError('fullName', error.message)
    : error;

export function RegisterForm({ onDone }: { onDone: (sent: { email: string; password: string }) => void }) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema: registerSchema,
    values: { fullName: '', email: '', password: '' },
    draft: REGISTER_DRAFT,
    neverKept: ['password'],
    save: async (values) => {
      try {
        await signUp({ ...values, captchaToken: await captchaToken() });
      } catch (error) {
        throw besideName(error);
      }
    },
    onSaved: ({ email, password }) => onDone({ email, password }),
  });
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <Field label={t`Full name`} {...form.field('fullName')}>
        <Input autoComplete="name" {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} {...form.field('email')}>
        <Input type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
      </Field>
      <Field label={t`Password`} hint={passwordRules.first.hint()} {...form.field('password')}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      {captcha}
      <FormFooter size="lg" block submit={<Trans>Register</Trans>} />
    </Form>
  );
}
