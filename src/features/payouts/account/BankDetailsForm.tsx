import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { currencyOptions } from '@/lib/format/currencies';
import { Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { accountTypeOptions, kindOptions } from './labels';
import { PasswordField } from './PasswordField';
import { type PayeeAccount, savePayeeAccount } from './queries';
import { accountSchema, confirmedSchema, EMPTY_ACCOUNT } from './schema';
import { usePasswordQuestion } from './use-password-question';

export const draftOf = (userId: string): string => `bank-details-${userId}`;

interface Props {
  userId: string;
  email: string;
  /** The stored details, or null for the first ones. */
  account: PayeeAccount | null;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

/**
 * Edits bank details. The account number is always typed as a whole, because the stored one isn't shown. It is never
 * part of the draft, and neither is the tax number.
 */
export function BankDetailsForm({ userId, email, account, onSaved, onCancel }: Props) {
  const { t } = useLingui();
  const currencies = useMemo(currencyOptions, []);
  const masked = account?.account_number;
  const { asked, captcha, confirmed } = usePasswordQuestion(email);
  const form = useForm({
    schema: asked ? confirmedSchema : accountSchema,
    values: account
      ? { ...account, tax_number: account.tax_number ?? '', account_number: '', password: '' }
      : EMPTY_ACCOUNT,
    draft: draftOf(userId),
    neverKept: ['account_number', 'tax_number', 'password'],
    save: ({ password, ...details }) => confirmed(password, () => savePayeeAccount(details)),
    onSaved,
  });
  return (
    <Form form={form} label={t`Bank details`} onCancel={onCancel} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field
        label={t`Account holder`}
        hint={t`Write the name exactly as the bank has it.`}
        className="sm:col-span-2"
        {...form.field('holder')}
      >
        <Input autoComplete="off" {...form.register('holder')} />
      </Field>
      <Field label={t`The holder is`} {...form.field('kind')}>
        <Select {...form.register('kind')} options={kindOptions()} empty={t`Please choose`} />
      </Field>
      <Field label={t`Tax number (NIT)`} optional {...form.field('tax_number')}>
        <Input autoComplete="off" {...form.register('tax_number')} />
      </Field>
      <Field label={t`Bank`} className="sm:col-span-2" {...form.field('bank')}>
        <Input autoComplete="off" {...form.register('bank')} />
      </Field>
      <Field label={t`Type of account`} {...form.field('account_type')}>
        <Select {...form.register('account_type')} options={accountTypeOptions()} empty={t`Please choose`} />
      </Field>
      <Field label={t`Currency of the account`} {...form.field('currency_code')}>
        <Select {...form.register('currency_code')} options={currencies} />
      </Field>
      <Field
        label={t`Account number`}
        hint={
          masked
            ? t`Enter the whole number, even if it's still ${masked}.`
            : t`The whole number or the IBAN. Spaces and hyphens don't matter.`
        }
        className="sm:col-span-2"
        {...form.field('account_number')}
      >
        <Input autoComplete="off" spellCheck={false} className="nums" {...form.register('account_number')} />
      </Field>
      {asked && (
        <div className="sm:col-span-2">
          <PasswordField />
        </div>
      )}
      {captcha}
      <FormFooter submit={<Trans>Save bank details</Trans>} />
    </Form>
  );
}
