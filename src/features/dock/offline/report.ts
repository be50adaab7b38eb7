import { arrivedWith, type Party } from '@/features/booking/tickets/arrived';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { Press } from '@/features/dock/check-in/queries';

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
  /** The numbers of who came; without them all of the booking. */
  passengers?: number[] | undefined;
  /** When it was, by this phone's clock. */
  at: string;
}

/**
 * waiting: not sent. done: the server knows it. conflict: the server knows it, and somebody has to decide. refused: nothing was done.
 * What is done stays for a while, so that nobody enters twice on one phone while its list is older than that.
 */
export type ReportState = 'waiting' | 'done' | 'conflict' | 'refused';

export interface QueuedReport {
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
  check_in_status: string;
  checked_in_at: string | null;
  /** The numbers of who is here, where that is a part. */
  arrived: readonly number[] | null;
  paid: boolean;
}

const NOBODY: Standing = { check_in_status: 'pending', checked_in_at: null, arrived: null, paid: false };

/**
 * What a booking of so many people is after all that this phone has done with it, in its order; null for nothing. Taking back leads to what was
 * before, cash of the same tap included.
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

/** A booking as the list has it, with what waits to be sent. */
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
