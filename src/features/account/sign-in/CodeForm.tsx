import { Trans, useLingui } from '@lingui/react/macro';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { codeSchema } from './schema.ts';

interface Props {
  save: (code: string) => Promise<void>;
  onDone?: () => void;
}

/** Shows the field for the six digits of an email. */
export function CodeForm({ save, onDone }: Props) {
  const { t } = useLingui();
  const form = useForm({
    schema: codeSchema,
    values: { code: '' },
    oneField: true,
    save: ({ code }) => save(code),
    onSaved: () => onDone?.(),
  });
  return (
    <Form form={form} className="grid gap-3">
      <Field label={t`Code from the email`} hint={t`Six digits`} {...form.field('code')}>
        <Input inputMode="numeric" autoComplete="one-time-code" {...form.register('code')} />
      </Field>
      <FormFooter submit={<Trans>Continue</Trans>} />
    </Form>
  );
}
