import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/features/account/session/session';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { cx } from '@/ui/cx';
import { myTransfersQuery } from './queries';
import { TakeBack } from './TakeBack';

interface Props {
  row: Pick<TicketRow, 'kind' | 'id'>;
  className?: string;
}

/** On a ticket that somebody is invited to take: who, until when, and the way to take that back. Nothing on all others. */
export function OfferedTo({ row, className }: Props) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  // That it could not be loaded, the list below the tickets says.
  const { data, refetch } = useQuery({ ...myTransfersQuery(userId), enabled: userId !== '' });
  const open = data?.find((one) => one.state === 'open' && one.kind === row.kind && one.booking_id === row.id);
  if (open?.state !== 'open') return null;
  return (
    <div className={cx('rounded-lg bg-surface-2 p-4 text-sm', className)}>
      <TakeBack open={open} zone={open.time_zone} userId={userId} onDone={refetch} />
    </div>
  );
}
