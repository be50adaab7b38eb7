import { type Party, stillToCome } from '@/features/booking/tickets/arrived';
import { isVoid } from '@/features/booking/tickets/transitions';
import { arrivalPhase } from '@/features/dock/check-in/arrival';
import type { TicketDeparture } from '@/features/dock/check-in/departure';
import type { CheckInBooking } from '@/features/dock/check-in/queries';
import type { Proof } from '@/features/dock/check-in/scan/proof';
import { calendarDate } from '@/lib/format/dates';
import type { Statement } from '../../../../supabase/functions/_shared/ticket-statement.ts';
import { type DockReport, type QueuedReport, standingOf, withReports } from './report';
import type { KnownTicket, ListedTicket } from './tickets';

/** A ticket that was scanned. */
export interface Shown {
  bookingId: string;
  /** SHA-256 of its code. */
  hash: string;
  /** What its signature proves; null where it shows none. */
  proof: Proof | null;
}

/** What the phone knows. */
export interface Known {
  tickets: readonly KnownTicket[];
  /** When that list was read, in ms; 0: never. */
  readAt: number;
  /** What this phone has done itself. */
  reports: readonly QueuedReport[];
  now: Date;
  /** The zone of a departure that is in no list. */
  timeZone: string;
}

/**
 * What a phone decides where nobody can be asked:
 * valid: to be checked in, and what is to be collected in cash stands in its booking. Its `doubt` says of which other departure it may be.
 * proven: bought, or issued anew, after the list was read; its signature proves it.
 * here: this phone, or the list, has them on board already, or as not come.
 * elsewhere: of another departure, whose time has not come or is over.
 * invalid: not to be let on board with this.
 * unknown: the phone cannot tell. Nobody is turned away for that.
 */
export type Decision =
  | { is: 'valid'; booking: CheckInBooking; departureId: string }
  /** `passengers`: who of it may enter: the one whose own ticket it is, or who is still to come; null: all of it. */
  | { is: 'proven'; statement: Statement; passengers: number[] | null }
  | {
      is: 'here';
      status: 'checked_in' | 'no_show';
      at: string | null;
      byThisPhone: boolean;
      booking: CheckInBooking | null;
      /** Whose own ticket it is; null for that of all. */
      passenger: number | null;
    }
  /** `boards`: it may be of the person's own work all the same, and who asks twice lets it in. */
  | { is: 'elsewhere'; departure: TicketDeparture | Statement; boards: Statement | null }
  | { is: 'invalid'; why: 'signature' | 'revoked' | 'version' | 'replaced' | 'cancelled' }
  | { is: 'invalid'; why: 'moved' | 'given'; departure: TicketDeparture }
  | { is: 'unknown' };

/** What this phone did that its list cannot show yet: what waits, and what the server learned after the list was read. */
const ownReports = ({ reports, readAt }: Known, bookingId: string): DockReport[] =>
  reports
    .filter(({ report, state, settledAt }) => {
      if (report.booking_id !== bookingId || state === 'refused') return false;
      return state === 'waiting' || (settledAt ?? 0) >= readAt;
    })
    .map(({ report }) => report);

const HOUR_MS = 3_600_000;

/** Whether one could be taken for the other: they are of one service, or of one guide. */
const areAlike = (one: CheckInBooking, other: CheckInBooking): boolean =>
  one.kind === other.kind &&
  one.territory_id === other.territory_id &&
  (one.service_id === other.service_id || (one.guide_id != null && one.guide_id === other.guide_id));

/** Why a ticket may be of another departure than the one that boards now; as private.arrival_doubt, of what the phone has in its list. */
function doubtOf({ booking, departureId }: ListedTicket, { tickets, now }: Known): CheckInBooking['doubt'] {
  const away = (other: CheckInBooking) => Math.abs(Date.parse(other.no_show_from) - now.getTime());
  if (calendarDate(booking.time_zone, 0, now) !== booking.service_date) {
    const until = Date.parse(booking.no_show_from) - now.getTime();
    // What leaves just after midnight boards the evening before, and what left just before it is still boarding.
    if (!booking.start_time || until < -2 * HOUR_MS || until > 3 * HOUR_MS) return 'day';
  }
  if (!booking.start_time) return null;
  const nearer = tickets.some(
    (other) =>
      other.state === 'valid' &&
      other.departureId !== departureId &&
      areAlike(other.booking, booking) &&
      !isVoid(other.booking.status) &&
      other.booking.start_time &&
      away(other.booking) < away(booking),
  );
  if (nearer) return 'departure';
  return away(booking) > 2 * HOUR_MS ? 'hour' : null;
}

/** A booking of the list after what this phone has done itself, with what is to be collected and what is to be asked. */
export function bookingNow(ticket: ListedTicket, known: Known): CheckInBooking {
  const { booking } = ticket;
  const now = withReports(booking, ownReports(known, ticket.bookingId));
  const due = now.payment_status === 'completed' ? null : booking.amount_due;
  return { ...now, amount_due: due, doubt: doubtOf(ticket, known) };
}

const outdated = (passenger: number | null): Decision => ({ is: 'invalid', why: passenger ? 'replaced' : 'version' });

/** Whether there is somebody to let in: who has an own ticket themselves, else any of its people. */
function mayEnter(party: Party, passenger: number | null): boolean {
  const rest = stillToCome(party);
  return passenger ? rest.includes(passenger) : rest.length > 0;
}

/** `passenger`: whose own ticket was shown; null: that of the booking. */
function decideKnown(ticket: ListedTicket, { proof }: Shown, known: Known, passenger: number | null): Decision {
  const { booking } = ticket;
  if (isVoid(booking.status)) return { is: 'invalid', why: 'cancelled' };
  // A signature that does not hold says nothing against a code that is right.
  if (proof?.is === 'genuine' && proof.statement.version < ticket.version) return outdated(passenger);
  const reports = ownReports(known, ticket.bookingId);
  const now = bookingNow(ticket, known);
  if (!mayEnter(now, passenger))
    return {
      is: 'here',
      status: now.check_in_status === 'no_show' ? 'no_show' : 'checked_in',
      at: now.checked_in_at ?? null,
      byThisPhone: reports.some(
        ({ action, passengers }) =>
          action === now.check_in_status && (!passenger || !passengers || passengers.includes(passenger)),
      ),
      booking,
      passenger,
    };
  const phase = arrivalPhase(booking, known.now);
  if (phase === 'early' || phase === 'over') return { is: 'elsewhere', departure: booking, boards: null };
  return { is: 'valid', departureId: ticket.departureId, booking: { ...now, passenger } };
}

/** Whether a departure is of now: its day, until the next noon, and the evening before where it leaves at night. */
function isNow({ date, time }: Statement, { now, timeZone }: Known): boolean {
  const dayIn = (hours: number) => calendarDate(timeZone, 0, new Date(now.getTime() + hours * HOUR_MS));
  return date === dayIn(0) || date === dayIn(-12) || (time !== null && time < '03' && date === dayIn(3));
}

function decideProven(statement: Statement, known: Known): Decision {
  if (!isNow(statement, known)) return { is: 'elsewhere', departure: statement, boards: null };
  const own = new Set(known.tickets.map(({ departureId }) => departureId.slice(0, 8)));
  // On a day without a list there is nothing to compare it with.
  return own.size > 0 && !own.has(statement.departure)
    ? { is: 'elsewhere', departure: statement, boards: statement }
    : { is: 'proven', statement, passengers: statement.passenger ? [statement.passenger] : null };
}

/** Decides about a ticket from what the phone has: its list, its own presses, and what the ticket proves of itself. */
export function decideOffline(shown: Shown, known: Known): Decision {
  const { bookingId, hash, proof } = shown;
  const same = known.tickets.filter((ticket) => ticket.bookingId === bookingId);
  const match = same.find((ticket) => ticket.hash === hash);
  if (match?.state === 'valid') return decideKnown(match, shown, known, null);
  if (match) return { is: 'invalid', why: match.state, departure: match.departure };
  const listed = same.find((ticket) => ticket.state === 'valid');
  const own = listed?.own?.find((one) => one.hash === hash);
  if (listed && own)
    return own.good || isVoid(listed.booking.status)
      ? decideKnown(listed, shown, known, own.passenger)
      : outdated(own.passenger);

  if (proof?.is === 'forged') return { is: 'invalid', why: 'signature' };
  if (proof?.is === 'revoked') return { is: 'invalid', why: 'revoked' };
  if (proof?.is !== 'genuine') return { is: 'unknown' };
  const { statement } = proof;
  const passenger = statement.passenger || null;
  // Issued anew since: this is the picture of before.
  if (listed && statement.version < listed.version) return outdated(passenger);
  // Shared after the list was read.
  if (listed && passenger && statement.version === listed.version) return decideKnown(listed, shown, known, passenger);
  const standing = standingOf(ownReports(known, bookingId), statement.people);
  if (!standing || standing.check_in_status === 'pending') return decideProven(statement, known);
  const party: Party = { status: '', num_people: statement.people, ...standing };
  if (mayEnter(party, passenger))
    return { is: 'proven', statement, passengers: passenger ? [passenger] : stillToCome(party) };
  return {
    is: 'here',
    status: standing.check_in_status === 'no_show' ? 'no_show' : 'checked_in',
    at: standing.checked_in_at,
    byThisPhone: true,
    booking: listed?.booking ?? null,
    passenger,
  };
}
