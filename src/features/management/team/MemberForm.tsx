import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { AppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button, LinkButton } from '@/ui/Button';
import { ConflictNotice } from '@/ui/form/ConflictNotice';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { UnsavedGuard } from '@/ui/form/UnsavedGuard';
import { KINDS, type Kind } from './kinds';
import { isMember, type Member, memberQuery, saveMember, sendInvite, teamKeys } from './queries';
import { commissionOf, guideSchema, type MemberValues, partnerSchema } from './schema';

const FIELDS = ['businessName', 'fullName', 'email', 'commission', 'seen'] as const;

const valuesOf = (member: Member | null): MemberValues => ({
  businessName: member?.business_name ?? '',
  fullName: member?.full_name ?? '',
  email: member?.email ?? '',
  commission: String(member?.commission_level ?? 10),
  seen: member?.updated_at ?? '',
});

interface Props {
  kind: Kind;
  territoryId: string;
  /** Null for somebody who is invited. */
  member: Member | null;
  onDone: () => void;
  /** Reads the person again and starts the form anew. */
  onReload: () => void;
}

/** Invites a guide or a partner, or changes what the region says of them. */
export function MemberForm({ kind, territoryId, member, onDone, onReload }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const { role, back, words } = KINDS[kind];
  const draft = `member-${kind}-${member?.id ?? 'new'}`;
  const element = useRef<HTMLFormElement>(null);
  const [conflict, setConflict] = useState(false);
  const base = valuesOf(member);
  const form = useForm<MemberValues>({
    resolver: zodResolver(kind === 'guide' ? guideSchema : partnerSchema),
    shouldFocusError: false,
    // The address of somebody who has an account is theirs to change, whatever was kept.
    defaultValues: { ...base, ...readDraft(draft, FIELDS), ...(member ? { email: member.email } : {}) },
  });
  useFormDraft(form, draft, FIELDS);
  const now = useWatch({ control: form.control });
  const dirty = FIELDS.some((field) => field !== 'seen' && now[field] !== base[field]);
  const forget = () => clearDraft(draft);

  async function save({ fullName, email, seen, ...values }: MemberValues) {
    const partner =
      kind === 'partner' ? { businessName: values.businessName, commission: commissionOf(values.commission) } : {};
    if (member) {
      await saveMember({ role, userId: member.id, seen, fullName, ...partner });
    } else {
      // Who is here already needs no invitation.
      if (await isMember(territoryId, role, email)) throw new AppError('already_member', i18n._(words.alreadyHere));
      await sendInvite({ role, territoryId, email, fullName, ...partner });
    }
    forget();
    await client.invalidateQueries({ queryKey: teamKeys.all });
    onDone();
  }

  /** Saves over the version that is there now. */
  async function keepMine() {
    const current = await client
      .fetchQuery({ ...memberQuery(territoryId, role, member?.id ?? ''), staleTime: 0 })
      .catch(() => null);
    if (current) form.setValue('seen', current.updated_at);
    element.current?.requestSubmit();
  }

  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    setConflict(false);
    try {
      await save(values);
    } catch (error) {
      if (isVersionConflict(error)) setConflict(true);
      else if (error instanceof AppError && error.code === 'already_member') {
        form.setError('email', { message: error.message });
        summary.current?.focus();
      } else throw error;
    }
  });

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5 [&>div:first-child:empty]:hidden"
      onSubmit={(event) => void onSubmit(event)}
    >
      <FormSummary ref={summary} problems={problems} />
      <UnsavedGuard dirty={dirty && !sending} onDiscard={forget} />
      {conflict && (
        <ConflictNotice
          busy={sending}
          onReload={() => {
            forget();
            onReload();
          }}
          onKeep={() => void keepMine()}
        />
      )}
      <MemberFields kind={kind} known={member !== null} form={form} fieldId={fieldId} errorOf={errorOf} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={sending}>
          {member ? <Trans>Save Changes</Trans> : <Trans>Send Invitation</Trans>}
        </Button>
        <LinkButton to={back}>
          <Trans>Cancel</Trans>
        </LinkButton>
      </div>
    </form>
  );
}

interface FieldsProps {
  kind: Kind;
  /** Somebody who has an account: its address is theirs to change. */
  known: boolean;
  form: UseFormReturn<MemberValues>;
  fieldId: (name: keyof MemberValues) => string;
  errorOf: (name: keyof MemberValues) => string | undefined;
}

function MemberFields({ kind, known, form, fieldId, errorOf }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      {kind === 'partner' && (
        <Field label={t`Business Name`} id={fieldId('businessName')} error={errorOf('businessName')}>
          <Input autoComplete="off" aria-required {...form.register('businessName')} />
        </Field>
      )}
      <Field
        label={kind === 'partner' ? t`Contact Person Name` : t`Full Name`}
        id={fieldId('fullName')}
        error={errorOf('fullName')}
      >
        <Input autoComplete="off" aria-required {...form.register('fullName')} />
      </Field>
      <Field
        label={t`Email`}
        id={fieldId('email')}
        error={errorOf('email')}
        hint={known ? t`Email cannot be changed` : undefined}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          aria-required
          readOnly={known}
          {...form.register('email')}
        />
      </Field>
      {kind === 'partner' && (
        <Field
          label={t`Commission Level (%)`}
          id={fieldId('commission')}
          error={errorOf('commission')}
          hint={t`Of each booking that comes through them, from 0 to 100. Bookings already made keep theirs.`}
        >
          {/* Not type=number: it hides what is wrong from the form, and turns with the wheel of a mouse. */}
          <Input className="nums max-w-40" inputMode="decimal" aria-required {...form.register('commission')} />
        </Field>
      )}
    </>
  );
}
