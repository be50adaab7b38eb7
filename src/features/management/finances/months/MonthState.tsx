import { Trans } from '@lingui/react/macro';
import { Badge } from '@/ui/Badge';
import type { Month } from './queries';

/** Shows whether a month is closed or can be. */
export function MonthState({ month: { state } }: { month: Pick<Month, 'state'> }) {
  switch (state) {
    case 'closed':
      return (
        <Badge tone="success">
          <Trans context="month">Closed</Trans>
        </Badge>
      );
    case 'next':
      return (
        <Badge tone="warn">
          <Trans>Ready to close</Trans>
        </Badge>
      );
    case 'waiting':
      return (
        <Badge>
          <Trans>Close the earlier month first</Trans>
        </Badge>
      );
    case 'running':
      return (
        <Badge tone="line">
          <Trans>In progress</Trans>
        </Badge>
      );
  }
}
