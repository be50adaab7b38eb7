import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '@/ui/Badge';
import { reasonLabel } from './labels';

/** That a departure does not take place, and why. */
export function CancelledBadge({ reason }: { reason: string | null }) {
  return (
    <>
      <StatusBadge status="cancelled">
        <span>
          <Trans>Cancelled</Trans>
        </span>
      </StatusBadge>
      <span className="font-semibold">{reasonLabel(reason)}</span>
    </>
  );
}
