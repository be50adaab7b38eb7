import { arrivedWith, type Party } from '@/features/booking/tickets/arrived';
import type { Press } from '@/features/dock/check-in/queries';

/**
 * An action at the dock, as the server receives it (docs/decisions/0061). It has no names or codes, because it
 * stays on the phone after signing out.
 */
export interface DockReport {
  /** The idempotency key, so that a repeated action counts once. */
  key: string;
  action: Press['action'];
  booking_id: string;
  /** The departure that the phone assumed. */
  departure_id?: string | undefined;
  /** The SHA-256 of the scanned code. */
  ticket?: string | undefined;
  /** The amount of cash received. */
  amount?: number | undefined;
  /** The numbers of the people who arrived. The default is the whole booking. */
  passengers?: number[] | undefined;
  /** The time by this phone's clock. */
  at: string;
}

/**
 * 'waiting': not sent yet. 'done': the server has it. 'conflict': the server has it, and someone must decide.
 * 'refused': nothing was done. Finished ones stay for a while, so that no one is checked in twice while the list is
 * older.
 */
export type ReportState = 'waiting' | 'done' | 'conflict' | 'refused';

export interface QueuedReport {
  seq: number;
  userId: string;
  report: DockReport;
  state: ReportState;
  /** The reason for a conflict or refusal. */
  code?: string | undefined;
  /** When the server responded, in milliseconds. */
  settledAt?: number | undefined;
}

export interface Standing {
  check_in_status: string;
  checked_in_at: string | null;
  /** The numbers of the people who have arrived, if only some have. */
  arrived: readonly number[] | null;
  paid: boolean;
}

const NOBODY: Standing = { check_in_status: 'pending', checked_in_at: null, arrived: null, paid: false };

/**
 * Returns a booking's state after all of this phone's actions in order, or null if there are none. An undo restores
 * the state before, including cash taken with the same tap.
 */
export function standingOf(reports: readonly DockReport[], people: number, start: Standing = NOBODY): Standing | null {
  let now = start;
  let before = null as Standing | null;
  for (const { action, amount, at, passengers } of reports) {
    if (action === 'undo') {
      now = before ?? { ...NOBODY, paid: now.paid };
      before = null;
    } else if (action === 'cash') {
      now = { ...now, paid: true };
      if (before) before = { ...before, paid: true };
    } else {
      const party: Party = { status: '', num_people: people, ...now };
      before = now;
      now = {
        check_in_status: action,
        checked_in_at: at,
        arrived: action === 'checked_in' ? arrivedWith(party, passengers) : null,
        paid: now.paid || amount !== undefined,
      };
    }
  }
  return reports.length > 0 ? now : null;
}

interface Facts {
  status: string;
  check_in_status: string;
  payment_status: string;
  num_people: number;
  arrived?: readonly number[] | null | undefined;
  checked_in_at?: string | null | undefined;
}

/** Returns a listed booking after its unsent actions. */
export function withReports<T extends Facts>(booking: T, waiting: readonly DockReport[]): T {
  const standing = standingOf(waiting, booking.num_people, {
    check_in_status: booking.check_in_status,
    checked_in_at: booking.checked_in_at ?? null,
    arrived: booking.arrived ?? null,
    paid: false,
  });
  if (!standing) return booking;
  const { check_in_status, checked_in_at, arrived, paid } = standing;
  const sets = waiting.some(({ action }) => action !== 'cash');
  const left = booking.status === 'checked_in' || booking.status === 'no_show' ? 'confirmed' : booking.status;
  return {
    ...booking,
    ...(sets && {
      check_in_status,
      checked_in_at,
      arrived,
      status: check_in_status === 'pending' ? left : check_in_status,
    }),
    ...(paid && { payment_status: 'completed' }),
  };
}
