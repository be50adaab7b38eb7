import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/features/account/session/session';
import { cx } from '@/ui/cx';
import { ReferralNotice } from './ReferralNotice.tsx';
import { useReferral } from './referral.ts';
import { referralCountsQuery } from './referral-link.ts';

/**
 * Shown where a partner's code is in the address and bookings will count for it. Its place is kept while that is looked
 * up: most codes are good ones, and the page must not jump.
 */
export function ReferralBanner({ className }: { className?: string }) {
  const code = useReferral();
  const { status, user } = useSession();
  const counts = useQuery({
    ...referralCountsQuery(code ?? '', user?.id ?? null),
    enabled: code !== null && status !== 'loading',
  });
  if (!code || counts.isError || counts.data === false) return null;
  return <ReferralNotice className={cx(className, counts.data === undefined && 'invisible')} />;
}
