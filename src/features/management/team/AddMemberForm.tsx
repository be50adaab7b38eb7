import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { type AppForm, useForm } from '@/ui/form/use-form';
import { ACCOUNTS } from './kinds';
import { type AccountRole, createMember, sendInvite, teamKeys } from './queries';
import { type AccountValues, accountSchema } from './schema';

/** How long the success stays before the form closes, in ms. */
const CLOSE_MS = 2000;

interface Props {
  memberRole: AccountRole;
  territoryId: string;
  onClose: () => void;
}

/** An account for somebody of the team: made with a password, or an invitation where they have an account already. */
export function AddMemberForm({ memberRole: role, territoryId, onClose }: Props) {
  const { t, i18n } = useLingui();
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
    values: { fullName: '', email: '', password: '' },
    draft: `member-${role}`,
    neverKept: ['password'],
    save: async (values) => {
      try {
        await createMember({ role, ...values });
      } catch (error) {
        const taken = error instanceof AppError && error.code === 'account_exists';
        throw taken ? new FieldError('email', error.message) : error;
      }
    },
    onSaved: () => finish(i18n._(ACCOUNTS[role].added)),
  });
  const { fullName, email } = form.values;
  if (done !== null) return <Alert tone="success">{done}</Alert>;
  return (
    <Form form={form} className="grid gap-4 sm:grid-cols-2" onCancel={onClose}>
      {form.refused === 'email' && (
        <InviteInstead
          onSend={async () => {
            await sendInvite({ role, territoryId, email: email.trim(), fullName });
            form.discard();
            await finish(t`Invitation sent successfully.`);
          }}
        />
      )}
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
      <Field
        label={t`Password`}
        {...form.field('password')}
        hint={t`At least 6 characters. Tell it to the person; they can change it in their profile.`}
        className="sm:col-span-2"
      >
        <PasswordInput autoComplete="new-password" aria-required {...form.register('password')} />
      </Field>
    </>
  );
}

/** Whoever has an account keeps their password: they take the role up themselves. */
function InviteInstead({ onSend }: { onSend: () => Promise<void> }) {
  const invitation = useMutation({ mutationFn: onSend });
  return (
    <Alert tone="info" className="sm:col-span-2">
      <p>
        <Trans>They keep their account and their password, and take up the role with the link that we send them.</Trans>
      </p>
      {invitation.error && (
        <p role="alert" className="err mt-1">
          {invitation.error.message}
        </p>
      )}
      <Button size="sm" className="mt-3" busy={invitation.isPending} onClick={() => invitation.mutate()}>
        <Trans>Send Invitation</Trans>
      </Button>
    </Alert>
  );
}
