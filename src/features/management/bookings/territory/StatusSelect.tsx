import { useLingui } from '@lingui/react/macro';
import { CardWaitsNote } from '@/features/booking/tickets/badges';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { statusOptions } from '@/features/management/bookings/BookingsCard';
import { customerName } from '@/features/management/bookings/labels';
import { PillSelect } from '@/features/management/bookings/PillSelect';
import type { TerritoryBooking } from '@/features/management/bookings/queries';

interface StatusProps {
  row: TerritoryBooking;
  /** The status that is being saved, if any. */
  saving: BookingStatus | undefined;
  onChange: (to: BookingStatus) => void;
}

/** Shows the select for a booking's status, with the state of the card beside 'Ordered'. */
export function StatusSelect({ row, saving, onChange }: StatusProps) {
  const { t } = useLingui();
  const status = saving ?? row.status;
  return (
    <>
      <PillSelect
        label={t`Status of ${row.title}, ${customerName(row)}`}
        value={status}
        look={status}
        busy={saving !== undefined}
        options={statusOptions()}
        onChange={(to) => onChange(to as BookingStatus)}
      />
      <CardWaitsNote booking={row} className="mt-1" />
    </>
  );
}
