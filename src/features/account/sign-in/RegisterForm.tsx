import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { signUp } from '@/features/account/queries';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { REGISTER_DRAFT } from './drafts.ts';
import { type RegisterValues, registerSchema } from './schema.ts';
import { useAuthForm } from './use-auth-form.ts';

export function RegisterForm({ onDone }: { onDone: (email: string) => void }) {
  const { t } = useLingui();
  const form = useForm<RegisterValues>({
    resolver: zodResolver(registerSchema),
    shouldFocusError: false,
    defaultValues: { fullName: '', email: '', password: '', ...readDraft(REGISTER_DRAFT, ['fullName', 'email']) },
  });
  useFormDraft(form, REGISTER_DRAFT, ['fullName', 'email']);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    await signUp(values);
    clearDraft(REGISTER_DRAFT);
    onDone(values.email);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      <Field label={t`Full name`} id={fieldId('fullName')} error={errorOf('fullName')}>
        <Input autoComplete="name" {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} id={fieldId('email')} error={errorOf('email')}>
        <Input type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
      </Field>
      <Field label={t`Password`} id={fieldId('password')} error={errorOf('password')} hint={t`At least 6 characters`}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={sending}>
        <Trans>Register</Trans>
      </Button>
    </form>
  );
}
