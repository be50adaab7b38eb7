import { arrivedWith } from '@/features/booking/tickets/arrived';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { isUnreached } from '@/lib/api/errors';
import { storedUser } from '@/lib/api/session';
import { undoUntil } from '../arrival';
import { type CheckInBooking, nameRest, type Press, pressAtDoor } from '../queries';
import { sha256 } from './hash';
import { keepReport, waitingOf } from './queue';
import type { DockReport } from './report';

/** What was pressed, on which booking. */
export interface Target {
  kind: ServiceKind;
  bookingId: string;
  departureId?: string | undefined;
  /** The ticket's, where it was shown. */
  code?: string | undefined;
}

async function reportOf({ kind, bookingId, departureId, code }: Target, press: Press): Promise<DockReport> {
  return {
    key: crypto.randomUUID(),
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

/** Keeps what was pressed where there is no line; it is sent later. Rejects where the browser keeps nothing. */
export async function pressWithoutLine(target: Target, press: Press): Promise<void> {
  const user = storedUser();
  if (!user) throw new Error('Nobody is signed in.');
  await keepReport(user.id, await reportOf(target, press));
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
  return waiting.some(({ report }) => report.booking_id === bookingId);
}

/**
 * Does what was pressed: now, or where nobody can be reached, or the booking has something waiting, into the queue. → what the server says
 * of the booking; null where it waits to be sent.
 */
export async function pressAtDock(target: Target, press: Press): Promise<CheckInBooking | null> {
  const keep = () => pressWithoutLine(target, press);
  if (await hasWaiting(target.bookingId)) {
    await keep();
    return null;
  }
  try {
    const booking = await pressAtDoor(target.kind, target.bookingId, press, target.code);
    // For the next minutes without a line: this phone knows whom it has let in.
    const user = storedUser();
    if (user)
      await reportOf(target, press)
        .then((report) => keepReport(user.id, report, 'done'))
        .catch(() => undefined);
    return booking;
  } catch (error) {
    if (!isUnreached(error)) throw error;
    // Where nothing can be kept, it is said as before that it needs a connection.
    await keep().catch(() => {
      throw error;
    });
    return null;
  }
}
