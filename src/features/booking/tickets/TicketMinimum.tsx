import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import type { TicketRow } from './pages';
import { isCardAuthorised, isVoid } from './transitions';

/** Shows a shared trip's guests and minimum, and when it is decided. */
export function TicketMinimum({ row, className }: { row: TicketRow; className?: string | undefined }) {
  const { kind, service, slot_id: slotId, booking_date: date, territory, payment_status: paid } = row;
  if (!service || !territory || isVoid(row.status) || row.booking_type !== 'shared') return null;
  return (
    <MinimumLine
      className={className}
      departure={{ kind, serviceId: service.id, slotId, date }}
      timeZone={territory.time_zone}
      refundTo={
        isCardAuthorised(row) ? 'card' : row.paid_by_other ? 'payer' : paid === 'completed' ? 'holder' : 'nobody'
      }
    />
  );
}
