import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { profileKeys } from '@/features/account/profile/queries';
import { isSignedOut, isTransient } from '@/lib/api/errors';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const item = z.object({
  title: z.string(),
  titles: namesShape,
  date: z.optional(z.string()),
});
const terms = z.object({
  blockers: z.array(
    z.object({
      code: z.enum(['open_bookings', 'guided_bookings', 'sole_manager', 'last_admin']),
      total: z.number(),
      items: z.array(item),
    }),
  ),
  unpaid_commissions: z.array(z.object({ currency_code: z.string(), symbol: z.string(), amount: z.number() })),
});
const inOwnLanguage = ({ blockers, ...rest }: z.infer<typeof terms>) => ({
  ...rest,
  blockers: blockers.map(({ items, ...blocker }) => ({
    ...blocker,
    items: items.map(localizeTitle<z.infer<typeof item>>),
  })),
});
export type DeletionTerms = ReturnType<typeof inOwnLanguage>;
export type Blocker = DeletionTerms['blockers'][number];

/** Returns what blocks the deletion now, and what would be lost. */
export const deletionTermsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(userId), 'deletion'],
    queryFn: async ({ signal }) =>
      inOwnLanguage(
        readAnswer(
          terms,
          await run((db) => db.rpc('account_deletion_terms').abortSignal(signal), msg`Failed to load data`),
        ),
      ),
    staleTime: 0,
  });

/**
 * Returns a function that requests the deletion and can be retried. If a response is lost after the account was
 * deleted, the next attempt finds no account, which counts as success.
 */
export function accountDeletion(): (password: string) => Promise<void> {
  let unanswered = false;
  return async (password) => {
    try {
      await invokeFunction('delete-account', { password }, { fallback: msg`Failed to delete your account` });
    } catch (error) {
      if (unanswered && isSignedOut(error)) return;
      unanswered ||= isTransient(error);
      throw error;
    }
  };
}
