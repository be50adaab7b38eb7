import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Hotel } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '@/features/account/session/session';
import { cx } from '@/ui/cx';
import { Alert } from '@/ui/feedback/Alert';
import { useReferral } from './referral.ts';
import { countingLinkQuery } from './referral-link.ts';

/**
 * Shown if the URL has a partner's code for which bookings will count. Its space is reserved while loading, because
 * most codes are valid and the page must not shift.
 */
export function ReferralBanner({ className, children }: { className?: string; children?: ReactNode }) {
  const code = useReferral();
  const { status, user } = useSession();
  const counts = useQuery({
    ...countingLinkQuery(code ?? '', user?.id ?? null),
    enabled: code !== null && status !== 'loading',
  });
  if (!code || counts.isError || counts.data === null) return null;
  const partner = counts.data?.partnerName;
  return (
    <Alert
      tone="accent"
      icon={<Hotel aria-hidden="true" />}
      className={cx(className, counts.data === undefined && 'invisible')}
    >
      {partner && (
        <p className="font-semibold wrap-anywhere">
          <Trans>{partner} welcomes you</Trans>
        </p>
      )}
      <p>
        <Trans>
          You're browsing through a hotel partner referral. Any bookings you make will be associated with this referral
        </Trans>
      </p>
      {children}
    </Alert>
  );
}
