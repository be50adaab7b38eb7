import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { type Seen, setBookingStatus } from '@/features/management/bookings/booking/queries';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { useSaving } from '@/features/management/bookings/use-saving';
import { AppError } from '@/lib/api/errors';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

export interface Change {
  row: TerritoryBooking;
  to: BookingStatus;
}

interface Options {
  /** The rows as the list shows them now. */
  rows: readonly TerritoryBooking[] | undefined;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Changes statuses. Each change asks for confirmation first, and the row shows the new status while it is saved. */
export function useStatusChange({ rows, notice, refresh }: Options) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Change | null>(null);
  const { saving, save: saveAt } = useSaving<BookingStatus>(refresh);

  function choose(id: string, to: BookingStatus) {
    const row = rows?.find((one) => one.id === id);
    if (!row) return notice.failure(t`Booking not found`);
    if (row.status !== to) setAsked({ row, to });
  }

  const dismiss = () => setAsked(null);
  /** Saves the confirmed change. Throws if it fails. */
  async function confirm(seen: Seen) {
    if (!asked) return;
    const { row, to } = asked;
    try {
      await saveAt(row.id, to, () => setBookingStatus(row.id, to, seen));
      notice.success(t`Booking status updated successfully`);
    } catch (error) {
      // Someone was faster. The list is up to date now, so the question no longer applies.
      if (!(error instanceof AppError) || error.code !== 'status_changed') throw error;
      notice.failure(error);
    }
    dismiss();
  }
  return { asked, saving, choose, confirm, dismiss };
}
