import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '@/ui/Badge';
import { reasonLabel } from './labels';

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
