import { plural } from '@lingui/core/macro';
import { useState } from 'react';
import { isVoid } from '@/features/booking/tickets/transitions';
import { cancelAsStaff } from '@/features/management/bookings/booking/queries';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { isSignedOut, isTransient } from '@/lib/api/errors';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { forEachSettled, type Outcome } from './each';
import { confirmBooking } from './queries';

export type BulkAction = 'confirm' | 'cancel' | 'move';
type Work = (row: TerritoryBooking) => Promise<unknown>;

/** The results for several bookings. Each failure has a reason. */
export interface BulkResult {
  action: BulkAction;
  work: Work;
  done: number;
  /** `again` is true if the request failed and can be retried, and false if a rule refused it. */
  failed: readonly { row: TerritoryBooking; reason: string; again: boolean; signIn: boolean }[];
}

export const confirmRow: Work = (row) => confirmBooking(row.id);
export const cancelRow: Work = (row) => cancelAsStaff(row.id, null);

function doneText(action: BulkAction, count: number): string {
  switch (action) {
    case 'confirm':
      return plural(count, { one: '# booking confirmed', other: '# bookings confirmed' });
    case 'cancel':
      return plural(count, { one: '# booking cancelled', other: '# bookings cancelled' });
    case 'move':
      return plural(count, { one: '# booking changed', other: '# bookings changed' });
  }
}

interface Options {
  notice: StatusControls;
  refresh: () => Promise<void>;
  /**
   * Called after all were cancelled or moved, to clear the selection. Confirmed bookings stay selected, because people
   * often message them next.
   */
  onGone: () => void;
}

/**
 * Confirms, cancels or moves several bookings one by one (docs/decisions/0010). A failure doesn't stop the others, and the
 * result names it. Retrying the failed ones changes nothing for the others.
 */
export function useBulk({ notice, refresh, onGone }: Options) {
  const [running, setRunning] = useState<{ action: BulkAction; done: number; of: number } | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);

  async function run(action: BulkAction, work: Work, rows: readonly TerritoryBooking[]): Promise<void> {
    // An ended booking doesn't need to be cancelled.
    const due = action === 'cancel' ? rows.filter((row) => !isVoid(row.status)) : rows;
    setResult(null);
    setRunning({ action, done: 0, of: due.length });
    const outcomes = await forEachSettled(due, work, (done) => setRunning({ action, done, of: due.length }));
    await refresh().catch(() => undefined);
    setRunning(null);
    tell(action, work, outcomes);
  }

  function tell(action: BulkAction, work: Work, outcomes: readonly Outcome<TerritoryBooking>[]) {
    const failed = outcomes.flatMap(({ item, error }) =>
      error ? [{ row: item, reason: error.message, again: isTransient(error), signIn: isSignedOut(error) }] : [],
    );
    const done = outcomes.length - failed.length;
    if (failed.length > 0) return setResult({ action, work, done, failed });
    notice.success(doneText(action, done));
    if (action !== 'confirm') onGone();
  }
  return { running, result, run, dismiss: () => setResult(null), doneText };
}
export type Bulk = ReturnType<typeof useBulk>;
