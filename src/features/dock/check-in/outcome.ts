import { isPartHere, type Party, stillToCome } from '@/features/booking/tickets/arrived';
import { canCheckIn, isVoid } from '@/features/booking/tickets/transitions';
import type { AppError } from '@/lib/api/errors';
import { isUuid } from '@/lib/format/uuid';

/** The full-screen result for a refusal or booking. 'ready' shows the ticket with its actions. */
export type Outcome =
  | 'ready'
  | 'checked_in'
  | 'no_show'
  | 'cancelled'
  | 'not_open'
  | 'not_now'
  | 'invalid_link'
  | 'invalid_code'
  | 'not_found'
  | 'not_yours'
  | 'own_booking'
  | 'moved'
  | 'given'
  | 'replaced'
  | 'forbidden'
  | 'signed_out'
  | 'too_many'
  | 'failed';

export type Refused = Exclude<Outcome, 'ready'>;

const byCode: Record<string, Refused> = {
  invalid_check_in_code: 'invalid_code',
  booking_not_found: 'not_found',
  check_in_not_assigned: 'not_yours',
  check_in_wrong_territory: 'not_yours',
  own_booking: 'own_booking',
  ticket_moved: 'moved',
  ticket_given: 'given',
  ticket_replaced: 'replaced',
  check_in_forbidden: 'forbidden',
  forbidden: 'forbidden',
  booking_cancelled: 'cancelled',
  check_in_too_early: 'not_now',
  no_show_too_early: 'not_now',
  arrival_too_late: 'not_now',
  not_signed_in: 'signed_out',
  session_expired: 'signed_out',
  too_many_attempts: 'too_many',
};

export const outcomeOfError = (error: Pick<AppError, 'code'>): Refused => byCode[error.code] ?? 'failed';

export function outcomeOfBooking(booking: Party & { passenger?: number | null | undefined }): Outcome {
  if (isVoid(booking.status)) return 'cancelled';
  if (isPartHere(booking))
    return booking.passenger && !stillToCome(booking).includes(booking.passenger) ? 'checked_in' : 'ready';
  if (booking.check_in_status === 'checked_in') return 'checked_in';
  if (booking.check_in_status === 'no_show') return 'no_show';
  return canCheckIn(booking.status, booking.check_in_status) ? 'ready' : 'not_open';
}

/** Returns the problem of an address whose id is missing or malformed. */
export function outcomeOfLink(bookingId: string): 'invalid_link' | 'not_found' | null {
  if (!bookingId) return 'invalid_link';
  return isUuid(bookingId) ? null : 'not_found';
}
