import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { formatReadAt } from '@/lib/format/dates';
import { useOnline } from '@/lib/offline/use-online';
import { Alert } from '@/ui/feedback/Alert';

/** Shows when a ticket was read if it couldn't be refreshed. Shows nothing while it is current. */
export function TicketAge({ query, timeZone }: { query: UseQueryResult; timeZone: string }) {
  const online = useOnline();
  const { error, dataUpdatedAt } = query;
  if (online && !error) return null;
  const time = formatReadAt(dataUpdatedAt, timeZone);
  return (
    <Alert tone="info" icon={<WifiOff aria-hidden="true" />}>
      <Trans>Your ticket as of {time}. We'll refresh it when you're back online.</Trans>
    </Alert>
  );
}
