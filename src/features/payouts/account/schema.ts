import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { plainDigits } from '@/lib/format/plain-digits';
import { requiredLine } from '@/ui/form/text-rules';
import { ACCOUNT_NUMBER, isIban, looksLikeIban, plainAccountNumber } from './account-number';

const required = (missing: () => string) => z.string().check(z.minLength(1, { error: missing }));

const plainTaxNumber = (text: string): string =>
  plainDigits(text)
    .replace(/[\s./]/g, '')
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase();

const accountNumber = z.string().check(
  z.overwrite(plainAccountNumber),
  z.minLength(1, { error: () => t`Please enter the account number`, abort: true }),
  z.regex(ACCOUNT_NUMBER, {
    error: () => t`Please enter an account number of 4 to 34 characters, A to Z and 0 to 9`,
    abort: true,
  }),
  z.refine((number) => !looksLikeIban(number) || isIban(number), {
    error: () => t`This IBAN has a typing error. Please check each character.`,
  }),
);

/** The bank details, with the password if it was asked for. The names are those of the database. */
export const accountSchema = z.object({
  holder: requiredLine(() => t`Please enter the name of the account holder`, 160),
  kind: required(() => t`Please choose who holds the account`),
  tax_number: z.string().check(
    z.overwrite(plainTaxNumber),
    z.refine((number) => number === '' || /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(number), {
      error: () => t`Please use only A to Z, 0 to 9 and hyphens for the tax number`,
    }),
  ),
  bank: requiredLine(() => t`Please enter the name of the bank`, 100),
  account_type: required(() => t`Please choose the type of account`),
  currency_code: required(() => t`Please choose the currency of the account`),
  account_number: accountNumber,
  password: z.string(),
});

export const passwordRule = z.string().check(z.minLength(1, { error: () => t`Please enter your password` }));

/** The same once the password was asked for. */
export const confirmedSchema = z.extend(accountSchema, { password: passwordRule });

export const EMPTY_ACCOUNT: z.input<typeof accountSchema> = {
  holder: '',
  kind: '',
  tax_number: '',
  bank: '',
  account_type: '',
  currency_code: 'GTQ',
  account_number: '',
  password: '',
};
