import { arrivedWith } from '@/features/booking/tickets/arrived';
import { undoUntil } from '@/features/dock/check-in/arrival';
import { type CheckInBooking, nameRest, type Press, pressAtDoor, SLOW_MS } from '@/features/dock/check-in/queries';
import { isUnreached } from '@/lib/api/errors';
import { storedUser } from '@/lib/api/session';
import { sha256 } from '@/lib/hash';
import { keepReport, reportsIn, settle, waitingOf } from './queue';
import type { DockReport } from './report';

/** An action and its booking. */
export interface Target {
  bookingId: string;
  departureId?: string | undefined;
  /** The shown ticket's code. */
  code?: string | undefined;
}

async function reportOf(
  { bookingId, departureId, code }: Target,
  press: Press,
  key: string = crypto.randomUUID(),
): Promise<DockReport> {
  return {
    key,
    action: press.action,
    booking_id: bookingId,
    ...(departureId && { departure_id: departureId }),
    // Spoken characters are not a whole code.
    ...(code?.length === 32 && { ticket: await sha256(code) }),
    ...(press.cash !== undefined && { amount: press.cash }),
    ...(press.passengers && { passengers: press.passengers }),
    at: new Date().toISOString(),
  };
}

/** Stores an action while offline; it is sent later. → its key. Rejects if the browser stores nothing. */
export async function pressWithoutLine(target: Target, press: Press, key?: string): Promise<string> {
  const user = storedUser();
  if (!user) throw new Error('Nobody is signed in.');
  const report = await reportOf(target, press, key);
  await keepReport(user.id, report);
  return report.key;
}

/** The waiting action has been done by the request it was stored for. */
async function settleLate(key: string): Promise<void> {
  const user = storedUser();
  const kept = user && reportsIn(await waitingOf(user.id)).find(({ report }) => report.key === key);
  if (kept) await settle([{ ...kept, state: 'done' }]);
}

/** A booking's state once the action has arrived; null if it sets no arrival. */
export function bookingAfter(booking: CheckInBooking, press: Press): CheckInBooking | null {
  if (press.action !== 'checked_in' && press.action !== 'no_show') return null;
  const arrived = press.action === 'checked_in' ? arrivedWith(booking, nameRest(press, booking).passengers) : null;
  return { ...booking, check_in_status: press.action, arrived, undo_until: undoUntil() };
}

/** A booking's waiting actions are sent before new ones. */
async function hasWaiting(bookingId: string): Promise<boolean> {
  const user = storedUser();
  const waiting = user ? await waitingOf(user.id).catch(() => []) : [];
  return reportsIn(waiting).some(({ report }) => report.booking_id === bookingId);
}

/**
 * How long an action waits on a dead connection. Longer if the browser stores nothing, and for an undo, which would
 * undo a newer arrival if it came after that.
 */
const pressMs = ({ action }: Press) => (globalThis.indexedDB && action !== 'undo' ? SLOW_MS : Number.POSITIVE_INFINITY);

/** Keys of unanswered undos by booking, if nothing could be stored. */
const unanswered = new Map<string, string>();

/** The action's key. An undo keeps its key until answered: a second one would undo the arrival before. */
function keyOf({ bookingId }: Target, { action }: Press): string {
  const before = unanswered.get(bookingId);
  if (action === 'undo' && before) return before;
  const key = crypto.randomUUID();
  // After any other action on the booking it is another undo.
  if (action === 'undo') unanswered.set(bookingId, key);
  else unanswered.delete(bookingId);
  return key;
}

/**
 * Performs an action: now, or queued if offline, late, or the booking has waiting actions. → the server's booking; null
 * if queued. The server counts a request and its report once, whichever comes first: `onLate` reports a request that
 * was done after all.
 */
export async function pressAtDock(
  target: Target,
  press: Press,
  onLate?: (booking: CheckInBooking) => void,
): Promise<CheckInBooking | null> {
  const key = keyOf(target, press);
  const keep = () => pressWithoutLine(target, press, key);
  if (await hasWaiting(target.bookingId)) {
    await keep();
    unanswered.delete(target.bookingId);
    return null;
  }
  const asked = pressAtDoor(target.bookingId, press, target.code, ...(press.action === 'undo' ? [key] : []));
  try {
    const booking = await inTime(asked, pressMs(press));
    unanswered.delete(target.bookingId);
    // For the next minutes offline: this phone knows whom it has checked in.
    const user = storedUser();
    if (user)
      await reportOf(target, press, key)
        .then((report) => keepReport(user.id, report, 'done'))
        .catch(() => undefined);
    return booking;
  } catch (error) {
    if (!(error instanceof Late) && !isUnreached(error)) {
      unanswered.delete(target.bookingId);
      throw error;
    }
    try {
      await keep();
      unanswered.delete(target.bookingId);
    } catch {
      // If nothing can be stored, the request is awaited, and its failure says that it needs a connection.
      return await asked;
    }
    if (error instanceof Late)
      void asked
        .then(async (booking) => {
          await settleLate(key);
          onLate?.(booking);
        })
        // Refused or lost: the queue handles what waits.
        .catch(() => undefined);
    return null;
  }
}

/** The answer is late, and may still come. */
class Late extends Error {}

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (!Number.isFinite(ms)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
