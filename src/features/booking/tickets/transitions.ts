/**
 * A booking's states as a table. The database has the same rules and decides; screens use this one to know what to
 * offer. Staff can set any status by a separate function (docs/rules/booking.md, Life of a booking).
 */
export const STATUSES = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show', 'cancelled', 'refunded'] as const;
export type BookingStatus = (typeof STATUSES)[number];

export const transitions = {
  /** Money arrived: a card's capture, or cash received by staff. */
  pay: { from: ['ordered'], to: 'paid' },
  /** The guide or the territory confirmed. */
  confirm: { from: ['ordered', 'paid'], to: 'confirmed' },
  check_in: { from: ['ordered', 'paid', 'confirmed'], to: 'checked_in' },
  no_show: { from: ['ordered', 'paid', 'confirmed'], to: 'no_show' },
  cancel: { from: ['ordered', 'paid', 'confirmed'], to: 'cancelled' },
  /** Stripe reports the refund as made. */
  refund: { from: ['paid', 'confirmed', 'checked_in', 'no_show', 'cancelled'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly BookingStatus[]; to: BookingStatus }>;
export type Transition = keyof typeof transitions;

export function can(transition: Transition, status: string): boolean {
  return transitions[transition].from.some((from) => from === status);
}

/** The status after a step, or null if not allowed. */
export function statusAfter(transition: Transition, status: string): BookingStatus | null {
  return can(transition, status) ? transitions[transition].to : null;
}

/** Staff act only while the check-in is pending, on a live booking. */
export function canCheckIn(status: string, checkIn: string): boolean {
  return checkIn === 'pending' && can('check_in', status);
}

/** It no longer has seats. */
export const isVoid = (status: string): boolean => status === 'cancelled' || status === 'refunded';

/** Its price is due in cash: as private.amount_due in the database. */
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

/** Its card is authorised and not charged: nobody collects anything. A card booking exists only from then on. */
export const isCardAuthorised = (booking: {
  status: string;
  payment_method: string;
  payment_status: string;
}): boolean => !isVoid(booking.status) && booking.payment_method === 'card' && booking.payment_status !== 'completed';

/** The booking is live: it has seats. */
export const LIVE_STATUSES = STATUSES.filter((status) => !isVoid(status));

/** The ticket is used, missed, or void. */
export const isUsed = (status: string, checkIn: string): boolean => checkIn !== 'pending' || isVoid(status);
