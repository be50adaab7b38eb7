/**
 * The life of a booking, as one table. The database holds the same rules and decides; screens read this one to know
 * what to offer. Staff may set any status from any other through a function of their own (docs/product.md, Life of a booking).
 */
export const STATUSES = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show', 'cancelled', 'refunded'] as const;
export type BookingStatus = (typeof STATUSES)[number];

export const transitions = {
  /** Money arrived: a card's capture, or cash that staff took. */
  pay: { from: ['ordered'], to: 'paid' },
  /** The guide or the territory said yes. */
  confirm: { from: ['ordered', 'paid'], to: 'confirmed' },
  check_in: { from: ['ordered', 'paid', 'confirmed'], to: 'checked_in' },
  no_show: { from: ['ordered', 'paid', 'confirmed'], to: 'no_show' },
  cancel: { from: ['ordered', 'paid', 'confirmed'], to: 'cancelled' },
  /** Stripe says that the money is back. */
  refund: { from: ['paid', 'confirmed', 'checked_in', 'no_show', 'cancelled'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly BookingStatus[]; to: BookingStatus }>;
export type Transition = keyof typeof transitions;

export function can(transition: Transition, status: string): boolean {
  return transitions[transition].from.some((from) => from === status);
}

/** Where a step leads from a status, or null where it is not allowed. */
export function statusAfter(transition: Transition, status: string): BookingStatus | null {
  return can(transition, status) ? transitions[transition].to : null;
}

/** Staff can act only while the check-in is pending, and only on a booking that still stands. */
export function canCheckIn(status: string, checkIn: string): boolean {
  return checkIn === 'pending' && can('check_in', status);
}

/** No seat is kept for it any more. */
export const isVoid = (status: string): boolean => status === 'cancelled' || status === 'refunded';

/** Its price is still to be paid in cash where it begins: what private.amount_due says in the database. */
export const isCashDue = (booking: {
  status: string;
  payment_method: string;
  payment_status: string;
  check_in_status: string;
}): boolean =>
  !isVoid(booking.status) &&
  booking.payment_method === 'cash' &&
  booking.payment_status !== 'completed' &&
  booking.check_in_status !== 'no_show';

/** Its card is authorised and not charged yet: nobody collects anything. A booking by card exists only from then on. */
export const isCardAuthorised = (booking: {
  status: string;
  payment_method: string;
  payment_status: string;
}): boolean => !isVoid(booking.status) && booking.payment_method === 'card' && booking.payment_status !== 'completed';

/** The booking stands: its seats are taken. */
export const LIVE_STATUSES = STATUSES.filter((status) => !isVoid(status));

/** The ticket has had its day: used, missed, or void. */
export const isUsed = (status: string, checkIn: string): boolean => checkIn !== 'pending' || isVoid(status);
