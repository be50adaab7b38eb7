import { arrivedWith } from '@/features/booking/tickets/arrived';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { undoUntil } from '@/features/dock/check-in/arrival';
import { type CheckInBooking, nameRest, type Press, pressAtDoor, SLOW_MS } from '@/features/dock/check-in/queries';
import { isUnreached } from '@/lib/api/errors';
import { storedUser } from '@/lib/api/session';
import { sha256 } from '@/lib/hash';
import { keepReport, reportsIn, settle, waitingOf } from './queue';
import type { DockReport } from './report';

/** What was pressed, on which booking. */
export interface Target {
  kind: ServiceKind;
  bookingId: string;
  departureId?: string | undefined;
  /** The ticket's, where it was shown. */
  code?: string | undefined;
}

async function reportOf(
  { kind, bookingId, departureId, code }: Target,
  press: Press,
  key: string = crypto.randomUUID(),
): Promise<DockReport> {
  return {
    key,
    action: press.action,
    kind,
    booking_id: bookingId,
    ...(departureId && { departure_id: departureId }),
    // In letters that were read aloud there is no whole code.
    ...(code?.length === 32 && { ticket: await sha256(code) }),
    ...(press.cash !== undefined && { amount: press.cash }),
    ...(press.passengers && { passengers: press.passengers }),
    at: new Date().toISOString(),
  };
}

/** Keeps what was pressed where there is no line; it is sent later. → its key. Rejects where the browser keeps nothing. */
export async function pressWithoutLine(target: Target, press: Press, key?: string): Promise<string> {
  const user = storedUser();
  if (!user) throw new Error('Nobody is signed in.');
  const report = await reportOf(target, press, key);
  await keepReport(user.id, report);
  return report.key;
}

/** What waits has been done meanwhile, by the press that it was kept for. */
async function settleLate(key: string): Promise<void> {
  const user = storedUser();
  const kept = user && reportsIn(await waitingOf(user.id)).find(({ report }) => report.key === key);
  if (kept) await settle([{ ...kept, state: 'done' }]);
}

/** How a booking is once what was pressed has arrived; null where the press sets nobody's arrival. */
export function bookingAfter(booking: CheckInBooking, press: Press): CheckInBooking | null {
  if (press.action !== 'checked_in' && press.action !== 'no_show') return null;
  const arrived = press.action === 'checked_in' ? arrivedWith(booking, nameRest(press, booking).passengers) : null;
  return { ...booking, check_in_status: press.action, arrived, undo_until: undoUntil() };
}

/** What a booking has waiting goes before anything new of it. */
async function hasWaiting(bookingId: string): Promise<boolean> {
  const user = storedUser();
  const waiting = user ? await waitingOf(user.id).catch(() => []) : [];
  return reportsIn(waiting).some(({ report }) => report.booking_id === bookingId);
}

/**
 * So long a press waits for a line that is up and carries nothing. Longer where the browser keeps nothing; and what takes back, as it would take
 * back what is set again meanwhile if it arrived after that.
 */
const pressMs = ({ action }: Press) => (globalThis.indexedDB && action !== 'undo' ? SLOW_MS : Number.POSITIVE_INFINITY);

/** The keys of undos whose answer never came, by booking, where nothing could be stored. */
const unanswered = new Map<string, string>();

/** The key of what was pressed. An undo keeps its key until it is answered: of two, the second would undo the arrival before. */
function keyOf({ bookingId }: Target, { action }: Press): string {
  const before = unanswered.get(bookingId);
  if (action === 'undo' && before) return before;
  const key = crypto.randomUUID();
  // After anything else on the booking, it is another undo.
  if (action === 'undo') unanswered.set(bookingId, key);
  else unanswered.delete(bookingId);
  return key;
}

/**
 * Does what was pressed: now, or where nobody can be reached in time, or the booking has something waiting, into the queue. → what the server
 * says of the booking; null where it waits to be sent. The server takes a press and its report for one, whichever it hears first: `onLate` tells
 * of a press that was done after all.
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
  const asked = pressAtDoor(
    target.kind,
    target.bookingId,
    press,
    target.code,
    ...(press.action === 'undo' ? [key] : []),
  );
  try {
    const booking = await inTime(asked, pressMs(press));
    unanswered.delete(target.bookingId);
    // For the next minutes without a line: this phone knows whom it has let in.
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
      // Where nothing can be kept, it is waited for, and said as before that it needs a connection.
      return await asked;
    }
    if (error instanceof Late)
      void asked
        .then(async (booking) => {
          await settleLate(key);
          onLate?.(booking);
        })
        // Refused, or lost: what waits is answered by itself.
        .catch(() => undefined);
    return null;
  }
}

/** The answer did not come in time. It may still. */
class Late extends Error {}

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (!Number.isFinite(ms)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
