import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { z } from 'zod/mini';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { optionalText, requiredName, requiredText } from '@/ui/form/text-rules';
import { useCaptcha } from '@/ui/form/use-captcha';
import { useForm } from '@/ui/form/use-form';
import { sendContactMessage } from './queries';

const missing = () => t`Please fill in all required fields`;
const schema = z.object({
  name: requiredName(missing, 120),
  subject: optionalText(200),
  message: requiredText(missing, 4000),
});

interface Props {
  userId: string;
  email: string;
  name: string;
  onSent: () => void;
}

export function ContactForm({ userId, email, name, onSent }: Props) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema,
    values: { name, subject: '', message: '' },
    // Each person has their own draft, so that the next person in this tab doesn't see it.
    draft: `contact-${userId}`,
    save: async (values) => sendContactMessage({ ...values, email }, await captchaToken()),
    onSaved: onSent,
  });
  return (
    <Form form={form}>
      <Field label={t`Name`} {...form.field('name')}>
        <Input autoComplete="name" aria-required {...form.register('name')} />
      </Field>
      <Field label={t`Subject`} {...form.field('subject')} optional>
        <Input {...form.register('subject')} />
      </Field>
      <Field
        label={t`Message`}
        {...form.field('message')}
        hint={t`We'll reply to ${email}, your account's email address.`}
      >
        <Textarea rows={7} aria-required {...form.register('message')} />
      </Field>
      {captcha}
      <FormFooter size="lg" icon={<Send aria-hidden="true" />} submit={<Trans>Send Message</Trans>} />
    </Form>
  );
}
