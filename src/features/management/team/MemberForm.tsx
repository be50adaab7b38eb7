import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '@/lib/api/errors';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { NumberInput } from '@/ui/form/NumberInput';
import { type AppForm, useForm } from '@/ui/form/use-form';
import { sendInvite } from './invites/queries';
import { KINDS, type Kind } from './kinds';
import { type CommissionRules, isMember, type Member, memberQuery, saveMember, teamKeys } from './queries';
import { guideSchema, type MemberValues, partnerSchema } from './schema';

const valuesOf = (member: Member | null, usual: number): MemberValues => ({
  businessName: member?.business_name ?? '',
  fullName: member?.full_name ?? '',
  email: member?.email ?? '',
  commission: member?.commission_level ?? usual,
});

interface Props {
  kind: Kind;
  territoryId: string;
  /** Null for a new invitation. */
  member: Member | null;
  /** Set only for a partner. */
  rules: CommissionRules | null;
  onDone: () => void;
  /** Refetches the person and resets the form. */
  onReload: () => void;
}

/** Invites a guide or partner, or changes a partner's agreement. */
export function MemberForm({ kind, territoryId, member, rules, onDone, onReload }: Props) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const { role, back, texts } = KINDS[kind];
  async function save(values: MemberValues, expectedVersion: string | null, key: string) {
    const { fullName, email, businessName, commission } = values;
    const agreed = rules?.may_set && commission !== null ? { commission } : {};
    if (member && expectedVersion !== null) {
      await saveMember({ territoryId, userId: member.id, expectedVersion, key, businessName, ...agreed });
    } else {
      const partner = kind === 'partner' ? { businessName, ...agreed } : {};
      // A current member doesn't need an invitation.
      if (await isMember(territoryId, role, email)) throw new FieldError('email', i18n._(texts.alreadyHere));
      await sendInvite({ role, territoryId, email, fullName, ...partner });
    }
  }
  const form = useForm({
    schema: rules ? partnerSchema(rules.highest, member) : guideSchema,
    values: valuesOf(member, rules?.usual ?? 0),
    draft: `member-${kind}-${member?.id ?? 'new'}`,
    // The draft doesn't keep name and email address, because only the account's owner can change them.
    neverKept: [
      ...(member ? (['email', 'fullName'] as const) : []),
      ...(rules?.may_set ? [] : (['commission'] as const)),
    ],
    version: member?.updated_at ?? null,
    latest: async () =>
      (await client.fetchQuery({ ...memberQuery(territoryId, role, member?.id ?? ''), staleTime: 0 }))?.updated_at,
    save: (values, { expectedVersion, key }) => save(values, expectedVersion, key).catch(besideCommission),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: teamKeys.all });
      onDone();
    },
  });
  return (
    <Form form={form} back={back} onReload={onReload}>
      <MemberFields kind={kind} known={member !== null} rules={rules} form={form} />
      <FormFooter submit={member ? <Trans>Save Changes</Trans> : <Trans>Send Invitation</Trans>} />
    </Form>
  );
}

/**
 * Shows the refusal beside the commission: the highest allowed commission was lowered after the form had been opened,
 * or the commission is the person's own.
 */
function besideCommission(error: unknown): never {
  if (error instanceof AppError && ['commission_too_high', 'own_commission_level'].includes(error.code))
    throw new FieldError('commission', error.message);
  throw error;
}

interface FieldsProps {
  kind: Kind;
  /** True for an existing account, whose name and email address only its owner can change. */
  known: boolean;
  rules: CommissionRules | null;
  form: AppForm<MemberValues>;
}

function MemberFields({ kind, known, rules, form }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      {kind === 'partner' && (
        <Field label={t`Business Name`} {...form.field('businessName')}>
          <Input autoComplete="off" aria-required {...form.register('businessName')} />
        </Field>
      )}
      <Field
        label={kind === 'partner' ? t`Contact Person Name` : t`Full Name`}
        {...form.field('fullName')}
        hint={known ? t`They can change it in their profile` : undefined}
      >
        <Input autoComplete="off" aria-required readOnly={known} {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} {...form.field('email')} hint={known ? t`Email cannot be changed` : undefined}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          aria-required
          readOnly={known}
          {...form.register('email')}
        />
      </Field>
      {rules && (
        <Field
          label={t`Commission Level (%)`}
          {...form.field('commission')}
          hint={
            rules.may_set
              ? t`Percentage of what a guest pays for a booking they bring here, from 0 to ${rules.highest}. Existing bookings keep theirs.`
              : t`Percentage of what a guest pays for a booking they bring here. Only a manager of the region can set it.`
          }
        >
          <NumberInput
            className="nums max-w-40"
            aria-required
            readOnly={!rules.may_set}
            control={form.control}
            name="commission"
          />
        </Field>
      )}
    </>
  );
}
