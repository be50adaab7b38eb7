import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { setBookingStatus } from '@/features/management/bookings/booking/queries';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { useSaving } from '@/features/management/bookings/use-saving';
import { AppError } from '@/lib/api/errors';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { needsConfirmation } from './needs-confirmation';

export interface Change {
  row: TerritoryBooking;
  to: BookingStatus;
  /** The database asks why: its day is over. */
  needsReason?: true;
}

interface Options {
  /** What is on the screen now. */
  rows: readonly TerritoryBooking[] | undefined;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Changes of a booking's status, one after the other for each booking; the row shows the new one while it is on its way. */
export function useStatusChange({ rows, notice, refresh }: Options) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Change | null>(null);
  const { saving, save: saveAt } = useSaving<BookingStatus>(refresh);

  const save = ({ row, to }: Change, reason?: string): Promise<void> =>
    saveAt(row.id, to, async () => {
      await setBookingStatus(row, to, reason);
      notice.success(t`Booking status updated successfully`);
    });

  function choose(id: string, to: BookingStatus) {
    const row = rows?.find((one) => one.id === id);
    if (!row) return notice.failure(t`Booking not found`);
    if (row.status === to) return;
    if (needsConfirmation(row, to)) return setAsked({ row, to });
    save({ row, to }).catch((error: Error) => {
      if (error instanceof AppError && error.code === 'arrival_reason_required')
        setAsked({ row, to, needsReason: true });
      else notice.failure(error.message);
    });
  }

  const dismiss = () => setAsked(null);
  /** Saves the change that was asked about; throws what the saving threw. */
  async function confirm(reason?: string) {
    if (asked) await save(asked, reason);
    dismiss();
  }
  return { asked, saving, choose, confirm, dismiss };
}
