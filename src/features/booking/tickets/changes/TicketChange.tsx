import type { TicketRow } from '@/features/booking/tickets/pages';
import { lazyPart } from '@/ui/loading/lazy-part';

// It is a chunk of its own, because few tickets have such a change.
const UnpaidChange = lazyPart(() => import('./UnpaidChange'));

interface Props {
  row: TicketRow;
  className?: string;
}

/** Shows a change that waits for payment on its ticket. Shows nothing without such a change. */
export function TicketChange({ row, className }: Props) {
  const { unpaid_change: change } = row;
  return change && <UnpaidChange row={row} change={change} {...(className && { className })} />;
}
