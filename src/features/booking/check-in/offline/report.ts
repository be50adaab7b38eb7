import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { Press } from '../queries';

/** What was done at the dock, as the server is told of it (docs/decisions/0061). No name, no code: it stays on the phone after a sign-out. */
export interface DockReport {
  /** One a press: whatever arrives twice counts once. */
  key: string;
  action: Press['action'];
  kind: ServiceKind;
  booking_id: string;
  /** The departure for which the phone had it. */
  departure_id?: string | undefined;
  /** SHA-256 of the code that was scanned. */
  ticket?: string | undefined;
  /** Cash that was received. */
  amount?: number | undefined;
  /** When it was, by this phone's clock. */
  at: string;
}

/**
 * waiting: not sent. done: the server knows it. conflict: the server knows it, and somebody has to decide. refused: nothing was done.
 * What is done stays for a while, so that nobody enters twice on one phone while its list is older than that.
 */
export type ReportState = 'waiting' | 'done' | 'conflict' | 'refused';

export interface Kept {
  seq: number;
  userId: string;
  report: DockReport;
  state: ReportState;
  /** Why it is a conflict or refused. */
  code?: string | undefined;
  /** When the server answered, in ms. */
  settledAt?: number | undefined;
}

export interface Standing {
  check_in_status: 'pending' | 'checked_in' | 'no_show';
  checked_in_at: string | null;
  paid: boolean;
}

/** What this phone has done with a booking, after all in its order; null for nothing. Taking back leads to what was before. */
export function standingOf(reports: readonly DockReport[]): Standing | null {
  let now = null as Standing | null;
  let before = null as Standing | null;
  for (const { action, amount, at } of reports) {
    const was: Standing = now ?? { check_in_status: 'pending', checked_in_at: null, paid: false };
    if (action === 'undo') {
      now = { ...was, check_in_status: 'pending', checked_in_at: null, paid: before?.paid ?? was.paid };
      before = null;
    } else if (action === 'cash') {
      now = { ...was, paid: true };
      if (before) before = { ...before, paid: true };
    } else {
      before = was;
      now = { check_in_status: action, checked_in_at: at, paid: was.paid || amount !== undefined };
    }
  }
  return now;
}

interface Facts {
  status: string;
  check_in_status: string;
  payment_status: string;
  checked_in_at?: string | null | undefined;
}

/** A booking as the list has it, with what waits to be sent. */
export function withReports<T extends Facts>(booking: T, waiting: readonly DockReport[]): T {
  const standing = standingOf(waiting);
  if (!standing) return booking;
  const { check_in_status, checked_in_at, paid } = standing;
  const sets = waiting.some(({ action }) => action !== 'cash');
  const left = booking.status === 'checked_in' || booking.status === 'no_show' ? 'confirmed' : booking.status;
  return {
    ...booking,
    ...(sets && {
      check_in_status,
      checked_in_at,
      status: check_in_status === 'pending' ? left : check_in_status,
    }),
    ...(paid && { payment_status: 'completed' }),
  };
}
