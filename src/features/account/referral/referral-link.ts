import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '@/lib/api/query-client';
import { readText, writeText } from '@/lib/storage/storage';

const key = (code: string) => ['referral-link', code] as const;
/** Most visitors carry no code: who does loads what asks for it. */
const requests = () => import('@/features/account/queries');
const seenKey = (code: string) => `territorio-ref-link-${code}`;

/** Asking counts as a visit of the partner's link, so a tab asks once for a code, also over reloads. */
async function lookUpOnce(code: string): Promise<string | null> {
  const seen = readText('session', seenKey(code));
  if (seen) return seen;
  const { lookUpReferral } = await requests();
  const found = await lookUpReferral(code);
  if (found) writeText('session', seenKey(code), found);
  return found;
}

/** The id of the active link behind a code, or null. */
export const findReferralLink = (code: string): Promise<string | null> =>
  queryClient.fetchQuery({ queryKey: key(code), queryFn: () => lookUpOnce(code), staleTime: Number.POSITIVE_INFINITY });

/**
 * Whether what this person books is put down to the code: for a visitor, if it is somebody's active link; for an account,
 * if that is the link that it is registered to (the first one wins, and nobody refers themselves).
 */
export const referralCountsQuery = (code: string, userId: string | null) =>
  queryOptions({
    queryKey: [...key(code), 'counts', userId],
    queryFn: async () => {
      const link = await findReferralLink(code);
      if (!link || !userId) return link !== null;
      const { registerReferral } = await requests();
      return (await registerReferral(code)) === link;
    },
    staleTime: 300_000,
  });
