import { zodResolver } from '@hookform/resolvers/zod';
import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { shuttleKeys } from '@/features/departures/shuttle/queries';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { DeskForm } from './DeskForm';
import { inviteDriver, isDriver } from './queries';

const missing = () => text`Please fill in all required fields`;
const schema = z.object({
  fullName: z.string().check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(120, { error: missing })),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.regex(/^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/, { error: () => text`Please enter a valid email address` }),
      z.maxLength(254, { error: () => text`Please enter a valid email address` }),
    ),
});
const FIELDS = ['fullName', 'email'] as const;

interface Props {
  userId: string;
  territoryId: string;
  onDone: (text: string | null) => void;
}

/** An invitation to drive, by e-mail. */
export function DriverForm({ userId, territoryId, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const draft = `driver-${territoryId}-${userId}`;
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { fullName: '', email: '', ...readDraft(draft, FIELDS) },
  });
  useFormDraft(form, draft, FIELDS);
  const now = useWatch({ control: form.control });
  const forget = () => clearDraft(draft);
  const own = useAuthForm(form, async ({ fullName, email }) => {
    if (await isDriver(territoryId, email)) {
      form.setError('email', { message: t`This person already drives for you` });
      own.summary.current?.focus();
      return;
    }
    await inviteDriver(territoryId, fullName, email);
    forget();
    await client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
    onDone(t`Driver invitation sent successfully`);
  });
  return (
    <DeskForm
      own={own}
      title={t`Add Driver`}
      submit={<Trans>Send Invitation</Trans>}
      icon={<Send aria-hidden="true" />}
      dirty={FIELDS.some((field) => now[field])}
      forget={forget}
      onClose={() => onDone(null)}
      narrow
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Full Name`} id={own.fieldId('fullName')} error={own.errorOf('fullName')}>
          <Input aria-required autoComplete="off" {...form.register('fullName')} />
        </Field>
        <Field label={t`Email`} id={own.fieldId('email')} error={own.errorOf('email')}>
          <Input type="email" aria-required autoComplete="off" {...form.register('email')} />
        </Field>
      </div>
    </DeskForm>
  );
}
