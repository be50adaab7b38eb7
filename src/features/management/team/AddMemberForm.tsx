import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { type AppForm, useForm } from '@/ui/form/use-form';
import { type AccountRole, createMember } from './invites/queries';
import { ACCOUNTS } from './kinds';
import { teamKeys } from './queries';
import { type AccountValues, accountSchema } from './schema';

/** How long the success message is visible before the form closes, in milliseconds. */
const CLOSE_MS = 2000;

interface Props {
  memberRole: AccountRole;
  territoryId: string;
  onClose: () => void;
}

/** Invites a team member. They get the role after choosing a password and accepting. */
export function AddMemberForm({ memberRole: role, territoryId, onClose }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(onClose, CLOSE_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);

  async function finish(text: string) {
    setDone(text);
    await client.invalidateQueries({ queryKey: teamKeys.all });
  }
  const form = useForm({
    schema: accountSchema,
    values: { fullName: '', email: '' },
    draft: `member-${role}`,
    save: (values) => createMember({ role, territoryId, ...values }),
    onSaved: () => finish(i18n._(ACCOUNTS[role].added)),
  });
  if (done !== null) {
    return (
      <Alert tone="success">
        <p className="font-semibold">{done}</p>
        <p>
          <Trans>We've sent them an email. They can start once they accept.</Trans>
        </p>
      </Alert>
    );
  }
  return (
    <Form form={form} className="grid gap-4 sm:grid-cols-2" onCancel={onClose}>
      <AccountFields form={form} />
      <FormFooter submit={i18n._(ACCOUNTS[role].add)} />
    </Form>
  );
}

function AccountFields({ form }: { form: AppForm<AccountValues> }) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Full Name`} {...form.field('fullName')}>
        <Input autoComplete="off" aria-required {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} {...form.field('email')}>
        <Input type="email" inputMode="email" autoComplete="off" aria-required {...form.register('email')} />
      </Field>
      <p className="text-sm text-ink-2 sm:col-span-2">
        <Trans>They choose their own password with the email we send them.</Trans>
      </p>
    </>
  );
}
