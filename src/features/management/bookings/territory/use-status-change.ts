import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { setBookingStatus } from '@/features/management/bookings/booking/queries';
import type { RegionBooking } from '@/features/management/bookings/queries';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { needsConfirmation } from './needs-confirmation';

export interface Change {
  row: RegionBooking;
  to: BookingStatus;
}

interface Options {
  /** What is on the screen now. */
  rows: readonly RegionBooking[] | undefined;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Changes of a booking's status, one after the other for each booking; the row shows the new one while it is on its way. */
export function useStatusChange({ rows, notice, refresh }: Options) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Change | null>(null);
  const [saving, setSaving] = useState<ReadonlyMap<string, BookingStatus>>(new Map());

  async function save({ row, to }: Change): Promise<void> {
    setSaving((now) => new Map(now).set(row.id, to));
    try {
      await setBookingStatus(row, to);
      notice.success(t`Booking status updated successfully`);
    } finally {
      // Also after a failure: it may be that another person was faster, or only the answer was lost.
      await refresh().catch(() => undefined);
      setSaving((now) => new Map([...now].filter(([id]) => id !== row.id)));
    }
  }

  function choose(id: string, to: BookingStatus) {
    const row = rows?.find((one) => one.id === id);
    if (!row) return notice.failure(t`Booking not found`);
    if (row.status === to) return;
    if (needsConfirmation(row, to)) return setAsked({ row, to });
    save({ row, to }).catch((error: Error) => notice.failure(error.message));
  }

  return { asked, saving, choose, save, dismiss: () => setAsked(null) };
}
