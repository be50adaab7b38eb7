import { zodResolver } from '@hookform/resolvers/zod';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { AppError } from '@/lib/api/errors';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input, PasswordInput } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { useDiscard } from '@/ui/form/use-discard';
import { type AccountRole, createMember, sendInvite, teamKeys } from './queries';
import { type AccountValues, accountSchema } from './schema';

/** How long the success stays before the form closes, in ms. */
const CLOSE_MS = 2000;
const KEPT = ['fullName', 'email'] as const;
const ADDED = {
  territory_staff: msg`Territory staff member added successfully`,
  shuttle_manager: msg`Shuttle manager added successfully`,
};

interface Props {
  memberRole: AccountRole;
  territoryId: string;
  onClose: () => void;
}

/** An account for somebody of the team: made with a password, or an invitation where they have an account already. */
export function AddMemberForm({ memberRole: role, territoryId, onClose }: Props) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const draft = `member-${role}`;
  const [done, setDone] = useState<string | null>(null);
  /** The address that turned out to be somebody's. */
  const [taken, setTaken] = useState<string | null>(null);
  const form = useForm<AccountValues>({
    resolver: zodResolver(accountSchema),
    shouldFocusError: false,
    defaultValues: { fullName: '', email: '', password: '', ...readDraft(draft, KEPT) },
  });
  useFormDraft(form, draft, KEPT);
  const typed = useWatch({ control: form.control });
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(onClose, CLOSE_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);

  async function finish(text: string) {
    clearDraft(draft);
    setDone(text);
    await client.invalidateQueries({ queryKey: teamKeys.all });
  }

  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    setTaken(null);
    try {
      await createMember({ role, ...values });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'account_exists')) throw error;
      setTaken(values.email);
      form.setError('email', { message: error.message });
      summary.current?.focus();
      return;
    }
    await finish(i18n._(ADDED[role]));
  });

  const dirty = !sending && Object.values(typed).some(Boolean);
  const [cancel, question] = useDiscard(dirty, () => {
    clearDraft(draft);
    onClose();
  });
  if (done !== null) return <Alert tone="success">{done}</Alert>;
  return (
    <>
      {question}
      <form
        noValidate
        className="grid gap-4 sm:grid-cols-2 [&>div:first-child:empty]:hidden"
        onSubmit={(event) => void onSubmit(event)}
      >
        <FormSummary ref={summary} problems={problems} className="sm:col-span-2" />
        <UnsavedGuard dirty={dirty} onDiscard={() => clearDraft(draft)} />
        {taken !== null && !sending && (
          <InviteInstead
            onSend={async () => {
              await sendInvite({ role, territoryId, email: taken, fullName: form.getValues('fullName') });
              await finish(t`Invitation sent successfully.`);
            }}
          />
        )}
        <Field label={t`Full Name`} id={fieldId('fullName')} error={errorOf('fullName')}>
          <Input autoComplete="off" aria-required {...form.register('fullName')} />
        </Field>
        <Field label={t`Email`} id={fieldId('email')} error={errorOf('email')}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            aria-required
            {...form.register('email', { onChange: () => setTaken(null) })}
          />
        </Field>
        <Field
          label={t`Password`}
          id={fieldId('password')}
          error={errorOf('password')}
          hint={t`At least 6 characters. Tell it to the person; they can change it in their profile.`}
          className="sm:col-span-2"
        >
          <PasswordInput autoComplete="new-password" aria-required {...form.register('password')} />
        </Field>
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={sending}>
            {role === 'territory_staff' ? <Trans>Add Staff Member</Trans> : <Trans>Add Shuttle Manager</Trans>}
          </Button>
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}

/** Whoever has an account keeps their password: they take the role up themselves. */
function InviteInstead({ onSend }: { onSend: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function send() {
    setBusy(true);
    setFailure(null);
    try {
      await onSend();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }
  return (
    <Alert tone="info" className="sm:col-span-2">
      <p>
        <Trans>They keep their account and their password, and take up the role with the link that we send them.</Trans>
      </p>
      {failure && (
        <p role="alert" className="err mt-1">
          {failure}
        </p>
      )}
      <Button size="sm" className="mt-3" busy={busy} onClick={() => void send()}>
        <Trans>Send Invitation</Trans>
      </Button>
    </Alert>
  );
}
