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
  /** The SHA-256 of its code. */
  hash: string;
  /** What the signature proves, or null without one. */
  proof: Proof | null;
}

/** What the phone knows. */
export interface Known {
  tickets: readonly KnownTicket[];
  /** When the list was read, in milliseconds, or 0 if never. */
  readAt: number;
  /** The actions made on this phone. */
  reports: readonly QueuedReport[];
  now: Date;
  /** The time zone for a departure that is in no list. */
  timeZone: string;
}

/**
 * The phone's decision while offline. 'valid': can be checked in; the booking has the cash due, and `doubt` names
 * another possible departure. 'proven': not in the list, because it was bought or reissued after that was read, but
 * its signature proves it. 'here': this phone or the list already has it as checked in or as a no-show.
 * 'elsewhere': for another departure, too early or too late. 'invalid': must not be checked in. 'unknown': the
 * phone can't tell, and no one is turned away for that.
 */
export type Decision =
  | { is: 'valid'; booking: CheckInBooking; departureId: string }
  /**
   * `passengers` are the people to check in: the passenger of an own ticket, or those still expected. Null means
   * the whole party.
   */
  | { is: 'proven'; statement: Statement; passengers: number[] | null }
  | {
      is: 'here';
      status: 'checked_in' | 'no_show';
      at: string | null;
      byThisPhone: boolean;
      booking: CheckInBooking | null;
      /** The passenger of an own ticket, or null for the ticket of the whole booking. */
      passenger: number | null;
    }
  /** `boards` means that it may still be the person's own departure, so that it is checked in after a question. */
  | { is: 'elsewhere'; departure: TicketDeparture | Statement; boards: Statement | null }
  | { is: 'invalid'; why: 'signature' | 'revoked' | 'version' | 'replaced' | 'cancelled' }
  | { is: 'invalid'; why: 'moved' | 'given'; departure: TicketDeparture }
  | { is: 'unknown' };

/**
 * Returns this phone's actions that its list can't contain yet: those not sent, and those sent after the list was
 * read.
 */
const ownReports = ({ reports, readAt }: Known, bookingId: string): DockReport[] =>
  reports
    .filter(({ report, state, settledAt }) => {
      if (report.booking_id !== bookingId || state === 'refused') return false;
      return state === 'waiting' || (settledAt ?? 0) >= readAt;
    })
    .map(({ report }) => report);

const HOUR_MS = 3_600_000;

/** Returns whether two departures can be confused, because they have the same service or the same guide. */
const areAlike = (one: CheckInBooking, other: CheckInBooking): boolean =>
  one.kind === other.kind &&
  one.territory_id === other.territory_id &&
  (one.service_id === other.service_id || (one.guide_id != null && one.guide_id === other.guide_id));

/**
 * Returns why a ticket may be for a departure other than the one that is boarding. It follows the same rule as
 * private.arrival_doubt, with the phone's list.
 */
function doubtOf({ booking, departureId }: ListedTicket, { tickets, now }: Known): CheckInBooking['doubt'] {
  const away = (other: CheckInBooking) => Math.abs(Date.parse(other.no_show_from) - now.getTime());
  if (calendarDate(booking.time_zone, 0, now) !== booking.service_date) {
    const until = Date.parse(booking.no_show_from) - now.getTime();
    // A departure just after midnight boards on the evening before, and one just before midnight may still be
    // boarding.
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

/** Returns a listed booking after this phone's own actions, with the cash due and open questions. */
export function bookingNow(ticket: ListedTicket, known: Known): CheckInBooking {
  const { booking } = ticket;
  const now = withReports(booking, ownReports(known, ticket.bookingId));
  const due = now.payment_status === 'completed' ? null : booking.amount_due;
  return { ...now, amount_due: due, doubt: doubtOf(ticket, known) };
}

const outdated = (passenger: number | null): Decision => ({ is: 'invalid', why: passenger ? 'replaced' : 'version' });

/** Returns whether someone can be checked in: the passenger of an own ticket, or otherwise anyone of the party. */
function mayEnter(party: Party, passenger: number | null): boolean {
  const rest = stillToCome(party);
  return passenger ? rest.includes(passenger) : rest.length > 0;
}

/** `passenger` is the one of the own ticket that was scanned, or null for the ticket of the whole booking. */
function decideKnown(ticket: ListedTicket, { proof }: Shown, known: Known, passenger: number | null): Decision {
  const { booking } = ticket;
  if (isVoid(booking.status)) return { is: 'invalid', why: 'cancelled' };
  // If the code is right, an invalid signature doesn't matter.
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

/**
 * Returns whether a departure is current, which is on its day, until noon of the next day, and on the evening
 * before for night departures.
 */
function isNow({ date, time }: Statement, { now, timeZone }: Known): boolean {
  const dayIn = (hours: number) => calendarDate(timeZone, 0, new Date(now.getTime() + hours * HOUR_MS));
  return date === dayIn(0) || date === dayIn(-12) || (time !== null && time < '03' && date === dayIn(3));
}

function decideProven(statement: Statement, known: Known): Decision {
  if (!isNow(statement, known)) return { is: 'elsewhere', departure: statement, boards: null };
  const own = new Set(known.tickets.map(({ departureId }) => departureId.slice(0, 8)));
  // Without a list for that day, there is nothing to compare with.
  return own.size > 0 && !own.has(statement.departure)
    ? { is: 'elsewhere', departure: statement, boards: statement }
    : { is: 'proven', statement, passengers: statement.passenger ? [statement.passenger] : null };
}

/** Decides about a ticket from the phone's list, its own actions and the ticket's signature. */
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
  // The ticket was reissued since, so this is an old picture.
  if (listed && statement.version < listed.version) return outdated(passenger);
  // The ticket was shared after the list was read.
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
