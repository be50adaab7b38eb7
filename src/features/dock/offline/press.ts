import { arrivedWith } from '@/features/booking/tickets/arrived';
import { undoUntil } from '@/features/dock/check-in/arrival';
import { type CheckInBooking, nameRest, type Press, pressAtDoor, SLOW_MS } from '@/features/dock/check-in/queries';
import { isUnreached } from '@/lib/api/errors';
import { storedUser } from '@/lib/api/session';
import { sha256 } from '@/lib/hash';
import { keepReport, reportsIn, settle, waitingOf } from './queue';
import type { DockReport } from './report';

/** An action together with its booking. */
export interface Target {
  bookingId: string;
  departureId?: string | undefined;
  /** The code of the ticket on the screen. */
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
    // A code that was read aloud isn't complete, so it has no hash.
    ...(code?.length === 32 && { ticket: await sha256(code) }),
    ...(press.cash !== undefined && { amount: press.cash }),
    ...(press.passengers && { passengers: press.passengers }),
    at: new Date().toISOString(),
  };
}

/** Stores an action while offline, to be sent later, and returns its key. Rejects if the browser can't store it. */
export async function pressWithoutLine(target: Target, press: Press, key?: string): Promise<string> {
  const user = storedUser();
  if (!user) throw new Error('Nobody is signed in.');
  const report = await reportOf(target, press, key);
  await keepReport(user.id, report);
  return report.key;
}

/** Settles a waiting action that the original request has performed after all. */
async function settleLate(key: string): Promise<void> {
  const user = storedUser();
  const kept = user && reportsIn(await waitingOf(user.id)).find(({ report }) => report.key === key);
  if (kept) await settle([{ ...kept, state: 'done' }]);
}

/** Returns a booking's state after an action, or null if the action sets no arrival. */
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
 * How long an action waits on a dead connection. It waits longer if the browser can't store anything, and for an
 * undo, which would undo a newer arrival if it arrived after that.
 */
const pressMs = ({ action }: Press) => (globalThis.indexedDB && action !== 'undo' ? SLOW_MS : Number.POSITIVE_INFINITY);

/** The keys of undos without a response, by booking, if nothing could be stored. */
const unanswered = new Map<string, string>();

/**
 * Returns the action's key. An undo keeps its key until there is a response, because a second undo would undo the
 * arrival before.
 */
function keyOf({ bookingId }: Target, { action }: Press): string {
  const before = unanswered.get(bookingId);
  if (action === 'undo' && before) return before;
  const key = crypto.randomUUID();
  // After any other action on the booking, the next undo is a new one.
  if (action === 'undo') unanswered.set(bookingId, key);
  else unanswered.delete(bookingId);
  return key;
}

/**
 * Performs an action now, or queues it if the phone is offline, the response is late, or the booking has waiting
 * actions. Returns the server's booking, or null if it was queued. The server counts a request and its report once,
 * whichever arrives first. `onLate` reports a request that was performed after all.
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
    // This phone remembers whom it has checked in, for the next minutes offline.
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
      // If nothing can be stored we wait for the request, whose failure says that a connection is needed.
      return await asked;
    }
    if (error instanceof Late)
      void asked
        .then(async (booking) => {
          await settleLate(key);
          onLate?.(booking);
        })
        // If the request was refused or lost, the queue handles the waiting action.
        .catch(() => undefined);
    return null;
  }
}

/** The response is late and may still come. */
class Late extends Error {}

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (!Number.isFinite(ms)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
