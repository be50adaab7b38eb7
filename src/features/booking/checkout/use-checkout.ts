import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { isTransient } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { type Draft, type DraftStore, withNewKey, withNextKey } from './draft';
import { type Hold, type HoldRequest, holdRequest } from './dto';
import { labelsOf } from './labels';
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutReducer,
  heldIn,
  initialState,
  type Problem,
  pollDelay,
} from './machine';
import {
  bookCash,
  checkoutKeys,
  confirmPayment,
  createHold,
  createPaymentIntent,
  getHold,
  releaseHold,
} from './queries';
import type { Service } from './service';
import { useHoldWatch } from './use-hold-watch';

/** Returns the state in which to continue with the draft's hold. */
function opening(store: DraftStore, userId: string | null): CheckoutState {
  const { holdId, stage, shownPrice: shown = null } = store.read();
  // The guest was changing the details of a hold.
  if (!userId || (holdId && stage === 'form')) return initialState;
  if (holdId && stage !== 'holding')
    return { step: 'resuming', holdId, wasPaying: stage === 'paying', shown, problem: null };
  // Seats were requested, but no response arrived, so the request is repeated with the same key.
  return stage === 'holding' ? { step: 'holding', shown, kept: null } : initialState;
}

const SEATS_MOVED = new Set<CheckoutState['step']>(['form', 'expired', 'booked']);

export type Checkout = {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  edit: () => void;
  again: () => void;
};

/** Runs the checkout's state machine, with its requests and timers, and keeps its state over reloads. */
export function useCheckout(service: Service, store: DraftStore, userId: string | null): Checkout {
  const [state, dispatch] = useReducer(checkoutReducer, null, () => opening(store, userId));
  const queryClient = useQueryClient();

  useEffect(() => {
    let live = true;
    const send = (event: CheckoutEvent) => {
      if (live) dispatch(event);
    };
    store.update((draft) => remember(state, draft));
    const wait = state.step === 'confirming' ? pollDelay(state.attempt) : 0;
    const call = setTimeout(() => void runStep(state, service, store, send), wait);
    return () => {
      live = false;
      clearTimeout(call);
    };
  }, [state, service, store]);

  // Each of these steps changes the free seats, so the form's departures are refetched.
  useEffect(() => {
    if (SEATS_MOVED.has(state.step)) void queryClient.invalidateQueries({ queryKey: checkoutKeys.all });
    if (state.step === 'booked') void queryClient.invalidateQueries({ queryKey: ['bookings'] });
  }, [state, queryClient]);

  const held = heldIn(state);
  useHoldWatch(held, () => lookAt(held, dispatch));

  // The seats stay held, and the next request replaces the hold.
  const edit = () => {
    store.update((draft) => ({ ...draft, stage: 'form' }));
    dispatch({ type: 'edit' });
  };
  const again = () => {
    store.update(withNewKey);
    dispatch({ type: 'again' });
  };
  return { state, send: dispatch, edit, again };
}

/** Returns the current state of the hold. Throws if the server can't be reached. */
async function lookAt(shown: Hold | null, send: Send): Promise<void> {
  if (!shown) return;
  const hold = await getHold(shown.id);
  const problem = takenElsewhere(hold);
  if (problem) return send({ type: 'taken', problem });
  // The server may still allow a few seconds, but this device's countdown has ended.
  if (hold.state === 'held' && Date.parse(shown.expiresAt) > Date.now()) return;
  releaseHold(shown.id).catch(() => undefined);
  send({ type: 'expire' });
}

/** Returns what to show for a hold that another tab or device has taken over or paid, or null. */
function takenElsewhere({ bookingId, elsewhere }: Hold): Problem | null {
  if (bookingId || elsewhere === 'booked') {
    return {
      code: 'booked_elsewhere',
      message: t`You've already booked this trip in another tab. The ticket is in My Bookings. You will not be charged twice.`,
    };
  }
  if (elsewhere !== 'held') return null;
  return {
    code: 'hold_taken',
    message: t`You continued in another tab, and we're holding the seats there. You can continue here instead.`,
  };
}

/** These refusals mean that a hold has ended, but don't give the reason. */
const ENDED = new Set(['hold_void', 'hold_expired', 'hold_not_found']);

/** Returns the problem, or the fact that another tab caused it. */
async function explained(problem: Problem, holdId: string): Promise<Problem> {
  if (!ENDED.has(problem.code)) return problem;
  return (await getHold(holdId).then(takenElsewhere, () => null)) ?? problem;
}

type Send = (event: CheckoutEvent) => void;

/** Runs the effect of a state. A failure becomes an event. */
export async function runStep(state: CheckoutState, service: Service, store: DraftStore, send: Send): Promise<void> {
  switch (state.step) {
    case 'holding':
      try {
        store.update((draft) => ({ ...draft, shownPrice: state.shown }));
        send({ type: 'held', hold: await takeSeats(service, store), now: Date.now() });
      } catch (error) {
        const problem = await toProblem(error, service);
        forget(problem, store, error);
        send({ type: 'refused', problem });
      }
      return;
    case 'resuming':
      if (state.problem) return;
      return attempt(service, state.holdId, send, async () => {
        const hold = await getHold(state.holdId);
        const problem = hold.bookingId || state.wasPaying ? null : takenElsewhere(hold);
        send(problem ? { type: 'refused', problem } : { type: 'held', hold, now: Date.now() });
      });
    case 'preparing':
      if (state.problem) return;
      return attempt(service, state.hold.id, send, async () =>
        send({ type: 'intent', intent: await createPaymentIntent(state.hold.id) }),
      );
    case 'cash':
      if (state.problem) return;
      return attempt(service, state.hold.id, send, async () =>
        send({ type: 'cashBooked', bookingId: await bookCash(state.hold.id) }),
      );
    case 'confirming':
      return settle(service, state.hold.id, send);
    default:
  }
}

async function attempt(service: Service, holdId: string, send: Send, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    send({ type: 'refused', problem: await explained(await toProblem(error, service), holdId) });
  }
}

async function settle(service: Service, holdId: string, send: Send): Promise<void> {
  try {
    const { state, bookingId } = await confirmPayment(holdId);
    const problem = afterPayment(state, service);
    send({ type: 'settled', state, bookingId, problem: problem && (await explained(problem, holdId)) });
  } catch (error) {
    const problem = await toProblem(error, service);
    // Whatever the error was, a payment may be in progress, so we keep asking.
    if (problem.code === 'not_signed_in') send({ type: 'refused', problem });
    else send({ type: 'unreachable' });
  }
}

function afterPayment(state: string, { kind }: Service): Problem | null {
  if (state === 'void') return { code: 'hold_void', message: labelsOf(kind).seatsGone };
  if (state !== 'requires_payment') return null;
  return { code: 'not_paid', message: t`The payment didn't go through.` };
}

const SIGNED_OUT = new Set(['session_expired', 'not_signed_in']);

/**
 * Returns a failure as the panel shows it, with the reason if that helps. Transport has its own text for some
 * failures.
 */
async function toProblem(error: unknown, { kind }: Service): Promise<Problem> {
  const { code, message, detail } = await mapFailure(error, msg`Failed to create booking. Please try again.`);
  if (SIGNED_OUT.has(code)) return { code: 'not_signed_in', message: labelsOf(kind).logIn };
  if (kind === 'transport') return { code, message: detail ?? message };
  return { code, message: detail ? `${message} ${detail}` : message };
}

/**
 * Requests the seats. The draft's current hold is replaced in the same step, and stays if the request is refused.
 * An earlier request without a response may hold seats too, so it is repeated first (the same key returns the same
 * hold).
 */
async function takeSeats(service: Service, store: DraftStore): Promise<Hold> {
  const before = store.read();
  const body = JSON.stringify(holdRequest(service, before.form, before.idempotencyKey, before.replaces));
  if (before.submitted && before.submitted !== body) {
    const holdId = before.stage === 'holding' || !before.holdId ? await heldBy(before) : before.holdId;
    store.update((draft) => withNextKey({ ...draft, holdId }));
  }
  const { form, idempotencyKey, replaces } = store.read();
  const request = holdRequest(service, form, idempotencyKey, replaces);
  store.update((draft) => ({ ...draft, stage: 'holding', submitted: JSON.stringify(request) }));
  const hold = await createHold(request);
  store.update((draft) => ({ ...draft, stage: 'held', holdId: hold.id }));
  // The hold was replaced, so the payment of the old one is cancelled.
  if (replaces && replaces !== hold.id) releaseHold(replaces).catch(() => undefined);
  return hold;
}

/** Returns the hold of a request whose response was lost. */
const heldBy = ({ submitted, holdId }: Draft): Promise<string | null> =>
  createHold(JSON.parse(submitted ?? '') as HoldRequest).then(
    (hold) => (hold.bookingId ? null : hold.id),
    () => holdId,
  );

/** After a refusal there is no hold with this key. After a lost response there may be one. */
function forget(problem: Problem, store: DraftStore, error: unknown): void {
  if (isTransient(error) || problem.code === 'not_signed_in') return;
  store.update(problem.code === 'hold_expired' ? withNewKey : withNextKey);
}

const HOLD_GONE = new Set(['hold_void', 'hold_not_found', 'hold_taken', 'booked_elsewhere']);

/** Returns the draft that is stored for a state, so that the next load can continue there. */
export function remember(state: CheckoutState, draft: Draft): Draft {
  switch (state.step) {
    case 'cash':
    case 'card':
    case 'preparing':
      // The guest isn't asked again about a price that they accepted before a reload.
      return { ...draft, stage: 'held', shownPrice: state.hold.totalPrice };
    case 'paying':
    case 'confirming':
      return { ...draft, stage: 'paying' };
    case 'booked':
      // After a reload the page shows the ticket again.
      return { ...draft, stage: 'booked', holdId: state.hold.id };
    case 'expired':
      return withNewKey(draft);
    case 'form':
      return state.problem && HOLD_GONE.has(state.problem.code) ? withNewKey(draft) : draft;
    default:
      return draft;
  }
}
