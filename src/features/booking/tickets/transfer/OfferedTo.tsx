import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/features/account/session/session';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { cx } from '@/ui/cx';
import { lazyPart } from '@/ui/loading/lazy-part';
import { myTransfersQuery } from './queries';

const TakeBack = lazyPart(() => import('./TakeBack'));

interface Props {
  row: Pick<TicketRow, 'id'>;
  className?: string;
}

/**
 * Shows an open invitation on its ticket, with the recipient, the deadline and a button to withdraw it. Shows
 * nothing without one.
 */
export function OfferedTo({ row, className }: Props) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  // Shows no error here, because the list below the tickets already reports it.
  const { data, refetch } = useQuery({ ...myTransfersQuery(userId), enabled: userId !== '' });
  const open = data?.find((one) => one.state === 'open' && one.booking_id === row.id);
  if (open?.state !== 'open') return null;
  return (
    <div className={cx('rounded-lg bg-surface-2 p-4 text-sm', className)}>
      <TakeBack open={open} zone={open.time_zone} userId={userId} onDone={refetch} />
    </div>
  );
}
