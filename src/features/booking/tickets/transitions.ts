/**
 * The states of a booking as a table. The database has the same rules and decides. The screens use this table to
 * know what to offer. A separate function lets staff set any status (docs/rules/booking.md, Life of a booking).
 */
export const STATUSES = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show', 'cancelled', 'refunded'] as const;
export type BookingStatus = (typeof STATUSES)[number];

export const transitions = {
  /** Money has arrived, either because a card was charged or because staff received cash. */
  pay: { from: ['ordered'], to: 'paid' },
  /** The guide or the territory has confirmed. */
  confirm: { from: ['ordered', 'paid'], to: 'confirmed' },
  check_in: { from: ['ordered', 'paid', 'confirmed'], to: 'checked_in' },
  no_show: { from: ['ordered', 'paid', 'confirmed'], to: 'no_show' },
  cancel: { from: ['ordered', 'paid', 'confirmed'], to: 'cancelled' },
  /** Stripe reports that the refund was made. */
  refund: { from: ['paid', 'confirmed', 'checked_in', 'no_show', 'cancelled'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly BookingStatus[]; to: BookingStatus }>;
export type Transition = keyof typeof transitions;

export function can(transition: Transition, status: string): boolean {
  return transitions[transition].from.some((from) => from === status);
}

/** Returns the status after a step, or null if the step isn't allowed. */
export function statusAfter(transition: Transition, status: string): BookingStatus | null {
  return can(transition, status) ? transitions[transition].to : null;
}

/** Returns whether staff may check in the booking, which has to be live and still pending. */
export function canCheckIn(status: string, checkIn: string): boolean {
  return checkIn === 'pending' && can('check_in', status);
}

/** Returns whether the booking no longer keeps its seats. */
export const isVoid = (status: string): boolean => status === 'cancelled' || status === 'refunded';

/** Returns whether the price is due in cash, by the same rule as private.amount_due. */
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

/**
 * Returns whether the card is authorised but not charged, so that no one collects cash. A card booking exists only
 * once its card is authorised.
 */
export const isCardAuthorised = (booking: {
  status: string;
  payment_method: string;
  payment_status: string;
}): boolean => !isVoid(booking.status) && booking.payment_method === 'card' && booking.payment_status !== 'completed';

/** The statuses in which a booking keeps its seats. */
export const LIVE_STATUSES = STATUSES.filter((status) => !isVoid(status));

/** Returns whether the ticket is used, missed or void. */
export const isUsed = (status: string, checkIn: string): boolean => checkIn !== 'pending' || isVoid(status);
