import { useLingui } from '@lingui/react/macro';
import { Bus } from 'lucide-react';
import { formatTimeOn } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import type { TicketRow } from './pages';

interface Props {
  row: Pick<TicketRow, 'booking_date' | 'check_in_status' | 'hotel_name' | 'pickup_at'>;
  className?: string | undefined;
}

/** Shows when the guest of a ride is picked up at their hotel, until they have arrived. Nothing is shown without a time. */
export function PickupLine({ row, className }: Props) {
  const { t } = useLingui();
  const { hotel_name: hotel, pickup_at: at } = row;
  if (!hotel || !at || row.check_in_status !== 'pending') return null;
  const time = formatTimeOn(at, row.booking_date);
  return (
    <p className={cx('nums flex items-start gap-2 font-semibold [overflow-wrap:anywhere]', className)}>
      <Bus aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <Fresh>{t`Pickup at ${hotel}: about ${time}`}</Fresh>
    </p>
  );
}
