import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { z } from 'zod/mini';
import { workKeys } from '@/features/departures/day/queries';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { recipientName, validEmail } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { FormCard } from './FormCard';
import { inviteDriver, isDriver } from './queries';

const missing = () => text`Please fill in all required fields`;
const schema = z.object({
  fullName: recipientName(missing),
  email: z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), validEmail()),
});

interface Props {
  userId: string;
  territoryId: string;
  onDone: (text: string | null) => void;
}

/** Invites a driver by email. */
export function DriverForm({ userId, territoryId, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { fullName: '', email: '' },
    draft: `driver-${territoryId}-${userId}`,
    save: async ({ fullName, email }) => {
      if (await isDriver(territoryId, email))
        throw new FieldError('email', t`This person is already a driver in your region`);
      await inviteDriver(territoryId, fullName, email);
    },
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: workKeys.all(userId) });
      onDone(t`Driver invitation sent successfully`);
    },
  });
  return (
    <FormCard form={form} title={t`Add Driver`} narrow onCancel={() => onDone(null)}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Full Name`} {...form.field('fullName')}>
          <Input aria-required autoComplete="off" {...form.register('fullName')} />
        </Field>
        <Field label={t`Email`} {...form.field('email')}>
          <Input type="email" aria-required autoComplete="off" {...form.register('email')} />
        </Field>
      </div>
      <FormFooter submit={<Trans>Send Invitation</Trans>} icon={<Send aria-hidden="true" />} />
    </FormCard>
  );
}
