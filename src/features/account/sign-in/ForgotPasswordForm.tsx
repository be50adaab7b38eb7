import { Trans, useLingui } from '@lingui/react/macro';
import { requestPasswordReset } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { ADDRESS_DRAFT, forgotSchema } from './schema.ts';

export function ForgotPasswordForm({ onSent, onBack }: { onSent: (email: string) => void; onBack: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    schema: forgotSchema,
    values: { email: '' },
    draft: ADDRESS_DRAFT,
    keepsDraft: true,
    save: ({ email }) => requestPasswordReset(email),
    onSaved: ({ email }) => onSent(email),
  });
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <Field label={t`Email`} {...form.field('email')}>
        <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
      </Field>
      <FormFooter size="lg" block submit={<Trans>Send reset link</Trans>} />
      <Button variant="link" className="justify-self-center" onClick={onBack}>
        <Trans>Back to login</Trans>
      </Button>
    </Form>
  );
}
