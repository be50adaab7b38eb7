import { Trans } from '@lingui/react/macro';
import { formatDayAt, formatShortDate } from '@/lib/format/dates';
import type { TicketRow } from './pages';

/** Shows how a past ticket ended. */
export function UsedNote({ row }: { row: TicketRow }) {
  const on = row.checked_in_at
    ? formatDayAt(row.checked_in_at, row.territory?.time_zone)
    : formatShortDate(row.booking_date);
  if (row.status === 'refunded') return <Trans>Refunded</Trans>;
  if (row.status === 'cancelled') return <Trans>Cancelled</Trans>;
  if (row.check_in_status === 'no_show') return <Trans>No Show</Trans>;
  return <Trans>Used on {on}</Trans>;
}
