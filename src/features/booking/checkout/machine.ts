import type { Hold, Intent, PaymentState } from './dto';

/** A problem with its text. The `code` decides what the panel offers next. */
export type Problem = { code: string; message: string };

/**
 * The checkout's states as a table. The reducer is pure: `useCheckout` runs a state's effects (request, timer) and
 * sends events back. Events that a state doesn't know are ignored, so a second click on "Pay" does nothing.
 */
export type CheckoutState =
  // `kept` is the hold whose details are being changed.
  | { step: 'form'; problem: Problem | null; kept: Hold | null }
  // `shown` is the price on the page when the seats were requested.
  | { step: 'holding'; shown: number | null; kept: Hold | null }
  | { step: 'resuming'; holdId: string; wasPaying: boolean; shown: number | null; problem: Problem | null }
  // The hold's price differs from the one on the page, so the guest must accept it before paying.
  | { step: 'agreeing'; hold: Hold }
  | { step: 'preparing'; hold: Hold; problem: Problem | null }
  | { step: 'card'; hold: Hold; intent: Intent; problem: Problem | null }
  | { step: 'paying'; hold: Hold; intent: Intent }
  // The card was or may have been accepted, and only the server knows.
  | { step: 'confirming'; hold: Hold; intent: Intent | null; attempt: number; trouble: Trouble | null }
  | { step: 'cash'; hold: Hold; problem: Problem | null }
  | { step: 'expired' }
  | { step: 'booked'; hold: Hold; bookingId: string };

/**
 * `offline` means that the connection was lost after the card was accepted. `unknown` means that we don't know
 * whether the payment reached Stripe.
 */
export type Trouble = 'processing' | 'offline' | 'unknown';

export type CheckoutEvent =
  | { type: 'submit'; shown: number | null }
  | { type: 'resume'; holdId: string; wasPaying: boolean; shown: number | null }
  | { type: 'held'; hold: Hold; now: number }
  | { type: 'agree' }
  | { type: 'intent'; intent: Intent }
  | { type: 'refused'; problem: Problem }
  | { type: 'retry' }
  | { type: 'pay' }
  | { type: 'declined'; problem: Problem }
  | { type: 'authorised' }
  | { type: 'lost' }
  | { type: 'settled'; state: PaymentState; bookingId: string | null; problem: Problem | null }
  | { type: 'unreachable' }
  | { type: 'cashBooked'; bookingId: string }
  | { type: 'expire' }
  // Another tab or device has taken over or paid the hold.
  | { type: 'taken'; problem: Problem }
  | { type: 'edit' }
  | { type: 'again' };

const atForm = (problem: Problem | null = null, kept: Hold | null = null): CheckoutState => ({
  step: 'form',
  problem,
  kept,
});

export const initialState: CheckoutState = atForm();

/** After these refusals the hold has ended, and the guest returns to the form and sees the refusal's own text. */
const BACK_TO_FORM = new Set([
  'sold_out',
  'departure_closed',
  'hold_not_found',
  'not_signed_in',
  'hold_void',
  'hold_taken',
  'booked_elsewhere',
]);

/** After these refusals the seats are still held, but have to be paid by card. */
const CASH_TAKEN = new Set(['cash_share_taken', 'cash_private', 'too_many_cash_bookings']);

export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  if (event.type === 'refused') return refused(state, event.problem);
  if (event.type === 'taken') return heldIn(state) ? atForm(event.problem) : state;
  // The state was requested without a payment on this page, because another tab may have paid.
  if (event.type === 'settled' && isWaiting(state)) return ended(state, event);
  switch (state.step) {
    case 'form':
    case 'expired':
      return fromForm(state, event);
    case 'holding':
      return event.type === 'held' ? enter(event.hold, state, event.now) : state;
    case 'resuming':
      if (event.type === 'held') return enter(event.hold, state, event.now);
      return event.type === 'retry' ? { ...state, problem: null } : state;
    case 'agreeing':
      if (event.type === 'agree') return pay(state.hold);
      if (event.type === 'expire') return { step: 'expired' };
      return event.type === 'edit' ? atForm(null, state.hold) : state;
    case 'preparing':
      return fromPreparing(state, event);
    case 'card':
      return fromCard(state, event);
    case 'paying':
      return fromPaying(state, event);
    case 'confirming':
      return fromConfirming(state, event);
    case 'cash':
      if (event.type === 'cashBooked') return { step: 'booked', hold: state.hold, bookingId: event.bookingId };
      if (event.type === 'edit') return atForm(null, state.hold);
      return event.type === 'retry' ? { ...state, problem: null } : state;
    case 'booked':
      return event.type === 'again' ? initialState : state;
  }
}

/** The states in which a hold waits for the guest and can expire or be changed. */
type Waiting = Extract<CheckoutState, { step: 'agreeing' | 'preparing' | 'card' }>;
export const isWaiting = (state: CheckoutState): state is Waiting =>
  state.step === 'agreeing' || state.step === 'preparing' || state.step === 'card';

/** Returns the hold whose remaining time a state shows. */
export const heldIn = (state: CheckoutState): Hold | null =>
  state.step === 'form' ? state.kept : isWaiting(state) ? state.hold : null;

function ended(
  state: Waiting,
  { state: outcome, bookingId, problem }: Extract<CheckoutEvent, { type: 'settled' }>,
): CheckoutState {
  if (outcome === 'booked' && bookingId) return { step: 'booked', hold: state.hold, bookingId };
  return outcome === 'void' ? atForm(problem) : state;
}

function fromForm(state: Extract<CheckoutState, { step: 'form' | 'expired' }>, event: CheckoutEvent): CheckoutState {
  const kept = state.step === 'form' ? state.kept : null;
  if (event.type === 'submit') return { step: 'holding', shown: event.shown, kept };
  if (event.type === 'expire' && kept) return { step: 'expired' };
  if (event.type === 'resume') {
    const { holdId, wasPaying, shown } = event;
    return { step: 'resuming', holdId, wasPaying, shown, problem: null };
  }
  return event.type === 'edit' ? initialState : state;
}

/** Returns the state for a hold from the server, after it was created or the page was reloaded. */
function enter(hold: Hold, from: { shown: number | null; wasPaying?: boolean }, now: number): CheckoutState {
  if (hold.bookingId) return { step: 'booked', hold, bookingId: hold.bookingId };
  // A payment in progress may have succeeded although the hold has expired or was voided, so we ask the server
  // first.
  if (from.wasPaying) return { step: 'confirming', hold, intent: null, attempt: 0, trouble: null };
  if (hold.state !== 'held' || Date.parse(hold.expiresAt) <= now) return { step: 'expired' };
  // Guests who pay by card see the price again before paying, while cash is booked immediately.
  const seen = from.shown ?? (hold.paymentMethod === 'card' ? hold.totalPrice : null);
  return seen === hold.totalPrice ? pay(hold) : { step: 'agreeing', hold };
}

const pay = (hold: Hold): CheckoutState => ({
  step: hold.paymentMethod === 'cash' ? 'cash' : 'preparing',
  hold,
  problem: null,
});

function fromPreparing(state: Extract<CheckoutState, { step: 'preparing' }>, event: CheckoutEvent): CheckoutState {
  if (event.type === 'intent') return { step: 'card', hold: state.hold, intent: event.intent, problem: state.problem };
  if (event.type === 'retry') return { ...state, problem: null };
  if (event.type === 'expire') return { step: 'expired' };
  return event.type === 'edit' ? atForm(null, state.hold) : state;
}

function fromCard(state: Extract<CheckoutState, { step: 'card' }>, event: CheckoutEvent): CheckoutState {
  if (event.type === 'pay') return { step: 'paying', hold: state.hold, intent: state.intent };
  if (event.type === 'expire') return { step: 'expired' };
  return event.type === 'edit' ? atForm(null, state.hold) : state;
}

function fromPaying(state: Extract<CheckoutState, { step: 'paying' }>, event: CheckoutEvent): CheckoutState {
  const { hold, intent } = state;
  if (event.type === 'declined') return { step: 'card', hold, intent, problem: event.problem };
  if (event.type === 'authorised') return { step: 'confirming', hold, intent, attempt: 0, trouble: null };
  // The response was lost, so we don't know whether the payment was made.
  if (event.type === 'lost') return { step: 'confirming', hold, intent, attempt: 0, trouble: 'unknown' };
  return state;
}

function fromConfirming(state: Extract<CheckoutState, { step: 'confirming' }>, event: CheckoutEvent): CheckoutState {
  const { hold, intent, attempt, trouble } = state;
  if (event.type === 'unreachable') {
    // After a reload we don't know whether the card was accepted.
    const unsure = trouble === 'unknown' || (trouble === null && intent === null);
    return { ...state, attempt: attempt + 1, trouble: unsure ? 'unknown' : 'offline' };
  }
  if (event.type !== 'settled') return state;
  if (event.state === 'booked' && event.bookingId) return { step: 'booked', hold, bookingId: event.bookingId };
  if (event.state === 'void') return atForm(event.problem);
  if (event.state === 'requires_payment') {
    return intent ? { step: 'card', hold, intent, problem: event.problem } : { step: 'preparing', hold, problem: null };
  }
  return { ...state, attempt: attempt + 1, trouble: 'processing' };
}

function refused(state: CheckoutState, problem: Problem): CheckoutState {
  const back = BACK_TO_FORM.has(problem.code);
  switch (state.step) {
    case 'holding':
      // Seats that were held before the request are still held.
      return problem.code === 'hold_expired' ? { step: 'expired' } : atForm(problem, state.kept);
    case 'resuming':
      return back ? atForm(problem) : { ...state, problem };
    case 'preparing':
      if (problem.code === 'hold_expired') return { step: 'expired' };
      return back ? atForm(problem) : { ...state, problem };
    case 'cash':
      if (problem.code === 'hold_expired') return { step: 'expired' };
      if (CASH_TAKEN.has(problem.code)) return atForm(problem, state.hold);
      return back ? atForm(problem) : { ...state, problem };
    case 'confirming':
    case 'card':
      return back ? atForm(problem) : state;
    default:
      return state;
  }
}

/** Returns the milliseconds to wait before asking about a payment again. */
export const pollDelay = (attempt: number): number => (attempt === 0 ? 0 : Math.min(1000 * 1.6 ** (attempt - 1), 8000));
