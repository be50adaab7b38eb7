import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { requestPasswordReset } from '@/features/account/queries';
import { readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { ADDRESS_DRAFT } from './drafts.ts';
import { type ForgotValues, forgotSchema } from './schema.ts';
import { useAuthForm } from './use-auth-form.ts';

export function ForgotPasswordForm({ onSent, onBack }: { onSent: (email: string) => void; onBack: () => void }) {
  const { t } = useLingui();
  const form = useForm<ForgotValues>({
    resolver: zodResolver(forgotSchema),
    shouldFocusError: false,
    defaultValues: { email: '', ...readDraft(ADDRESS_DRAFT, ['email']) },
  });
  useFormDraft(form, ADDRESS_DRAFT, ['email']);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async ({ email }) => {
    await requestPasswordReset(email);
    onSent(email);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      <Field label={t`Email`} id={fieldId('email')} error={errorOf('email')}>
        <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={sending}>
        <Trans>Send reset link</Trans>
      </Button>
      <Button variant="link" className="justify-self-center" onClick={onBack}>
        <Trans>Back to login</Trans>
      </Button>
    </form>
  );
}
