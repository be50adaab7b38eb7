import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Explains why less is due than was earned: refunds reduced what had already been paid out. */
export function RefundedAfter({ children: amount, className }: { children: ReactNode; className: string }) {
  return (
    <p className={className}>
      <Trans>
        {amount} of what you were paid was later refunded to guests. We've already taken it off the amount to be paid.
      </Trans>
    </p>
  );
}
