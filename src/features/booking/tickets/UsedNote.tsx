import { Trans } from '@lingui/react/macro';
import { formatShortDate } from '@/lib/format/dates';
import type { TicketRow } from './pages';

/** What became of a ticket that has had its day. */
export function UsedNote({ row }: { row: TicketRow }) {
  const on = formatShortDate((row.checked_in_at ?? row.booking_date).slice(0, 10));
  if (row.status === 'refunded') return <Trans>Refunded</Trans>;
  if (row.status === 'cancelled') return <Trans>Cancelled</Trans>;
  if (row.check_in_status === 'no_show') return <Trans>No Show</Trans>;
  return <Trans>Used on {on}</Trans>;
}
