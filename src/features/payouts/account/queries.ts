import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { payoutKeys } from '@/features/payouts/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';

const account = z.object({
  holder: z.string(),
  kind: z.string(),
  tax_number: z.nullable(z.string()),
  bank: z.string(),
  account_type: z.string(),
  currency_code: z.string(),
  /** The masked number, such as '•••• 4821'. The whole one never comes back. */
  account_number: z.string(),
  updated_at: z.string(),
});
export type PayeeAccount = z.infer<typeof account>;

const answer = z.object({
  /** True for people who may be paid, so that they may save bank details. */
  may_have: z.boolean(),
  account: z.nullable(account),
});

/** Returns the person's own bank details. */
export const payeeAccountQuery = (userId: string) =>
  queryOptions({
    queryKey: payoutKeys.account(userId),
    queryFn: async ({ signal }) =>
      readAnswer(
        answer,
        await run(
          (db) => db.rpc('my_payee_account').abortSignal(signal),
          msg`Failed to load data. Please try again later.`,
        ),
      ),
  });

/** The bank details with the whole number. */
export type NewAccount = Omit<PayeeAccount, 'updated_at' | 'tax_number'> & { tax_number: string };

/** Saves bank details. Throws 'sign_in_again' if the person signed in too long ago. */
export async function savePayeeAccount(details: NewAccount): Promise<void> {
  await run(
    (db) => db.rpc('save_payee_account', { p_account: details }),
    msg`Failed to save your bank details. Please try again.`,
  );
}

/** Deletes them. Throws 'sign_in_again' as well. */
export async function deletePayeeAccount(): Promise<void> {
  await run((db) => db.rpc('delete_payee_account'), msg`Failed to delete your bank details. Please try again.`);
}
