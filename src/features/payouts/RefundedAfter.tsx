import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Explains why less is due than was earned: refunds reduced what had already been paid out. */
export function RefundedAfter({ children: amount, className }: { children: ReactNode; className: string }) {
  return (
    <p className={className}>
      <Trans>
        We later refunded {amount} of your past payouts to guests. We've already deducted it from your next payout.
      </Trans>
    </p>
  );
}
