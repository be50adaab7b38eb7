import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { sendContactMessage } from './queries';

const required = { error: () => t`Please fill in all required fields` };
const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, required), z.maxLength(120, { error: () => t`Please use at most 120 characters` })),
  subject: z.string().check(z.trim(), z.maxLength(200, { error: () => t`Please use at most 200 characters` })),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(4000, { error: () => t`Please use at most 4000 characters` }),
    ),
});
type Values = z.infer<typeof schema>;

const KEPT = ['name', 'subject', 'message'] as const;

interface Props {
  userId: string;
  email: string;
  name: string;
  onSent: () => void;
}

export function ContactForm({ userId, email, name, onSent }: Props) {
  const { t } = useLingui();
  // By person: who signs in next in this tab does not find it.
  const draft = `contact-${userId}`;
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { name, subject: '', message: '', ...readDraft(draft, KEPT) },
  });
  useFormDraft(form, draft, KEPT);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    await sendContactMessage({ ...values, email });
    clearDraft(draft);
    onSent();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      <Field label={t`Name`} id={fieldId('name')} error={errorOf('name')}>
        <Input autoComplete="name" aria-required {...form.register('name')} />
      </Field>
      <Field label={t`Subject`} id={fieldId('subject')} error={errorOf('subject')} optional>
        <Input {...form.register('subject')} />
      </Field>
      <Field
        label={t`Message`}
        id={fieldId('message')}
        error={errorOf('message')}
        hint={t`We answer to ${email}, the address of your account.`}
      >
        <Textarea rows={7} aria-required {...form.register('message')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={sending}
        icon={<Send aria-hidden="true" />}
        className="justify-self-start"
      >
        <Trans>Send Message</Trans>
      </Button>
    </form>
  );
}
