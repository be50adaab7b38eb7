import { queryOptions } from '@tanstack/react-query';
import type { FoundLink } from '@/features/account/queries';
import { queryClient } from '@/lib/api/query-client';
import { hasTexts } from '@/lib/format/has-texts';
import { readJson, writeJson } from '@/lib/storage/storage';

const key = (code: string) => ['referral-link', code] as const;
/** Most visitors have no code, so these requests load only for those who do. */
const requests = () => import('@/features/account/queries');
const seenKey = (code: string) => `territorio-ref-link-${code}`;

const isFound = (value: unknown): value is FoundLink => hasTexts(value, 'id', 'partnerName');

/** Each lookup counts as a visit, so a tab looks up a code only once, even after a reload. */
async function lookUpOnce(code: string): Promise<FoundLink | null> {
  const seen = readJson('session', seenKey(code), isFound);
  if (seen) return seen;
  const { lookUpReferral } = await requests();
  const found = await lookUpReferral(code);
  if (found) writeJson('session', seenKey(code), found);
  return found;
}

/** Returns the active link of a code, or null. */
const referralLinkQuery = (code: string) =>
  queryOptions({ queryKey: key(code), queryFn: () => lookUpOnce(code), staleTime: Number.POSITIVE_INFINITY });

export const findReferralLink = (code: string): Promise<FoundLink | null> =>
  queryClient.fetchQuery(referralLinkQuery(code));

/**
 * Returns the link that counts for this person's bookings, or null. For a visitor this is the code's active link.
 * For an account it is the code's link if the account is bound to it. The first link wins, and no one can refer
 * themselves.
 */
export const countingLinkQuery = (code: string, userId: string | null) =>
  queryOptions({
    queryKey: [...key(code), 'counts', userId],
    queryFn: async () => {
      const link = await findReferralLink(code);
      if (!link || !userId) return link;
      const { registerReferral } = await requests();
      return (await registerReferral(code)) === link.id ? link : null;
    },
    staleTime: 300_000,
  });
