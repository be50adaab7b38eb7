import { msg, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Hold } from '@/features/booking/checkout/dto';
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutReducer,
  isWaiting,
  type Problem,
  pollDelay,
} from '@/features/booking/checkout/machine';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import { useHoldWatch } from '@/features/booking/checkout/use-hold-watch';
import { mapFailure } from '@/lib/api/map-failure';

/**
 * Runs the checkout's machine from the held seats on. `resumed` means that an earlier visit may already have paid.
 * `ended` means that the booking no longer waits for this payment. `ask` checks before a card is charged that the
 * payment is still open.
 */
export function usePayment(hold: Hold, resumed: boolean, given: PaymentCalls, ended = false) {
  const [calls] = useState(given);
  const [state, send] = useReducer(checkoutReducer, null, (): CheckoutState => {
    return resumed
      ? { step: 'confirming', hold, intent: null, attempt: 0, trouble: null }
      : { step: 'preparing', hold, problem: null };
  });
  useEffect(() => {
    let live = true;
    const tell = (event: CheckoutEvent) => {
      if (live) send(event);
    };
    const wait = state.step === 'confirming' ? pollDelay(state.attempt) : 0;
    const call = setTimeout(() => void runStep(state, calls, tell), wait);
    return () => {
      live = false;
      clearTimeout(call);
    };
  }, [state, calls]);
  const shown = isWaiting(state) ? state.hold : null;
  useHoldWatch(shown, async () => void (await lookAt(shown, calls, send)));
  const look = useEffectEvent(() => void lookAt(shown, calls, send).catch(() => undefined));
  useEffect(() => {
    if (ended) look();
  }, [ended]);
  // Without a connection Stripe can't charge a card either, and shows its own error.
  const ask = () => lookAt(shown, calls, send).catch(() => true);
  return { state, send, ask };
}

/**
 * Looks up a payment that this page waits for, which may have been paid or replaced elsewhere. Returns true while
 * it is open. Throws if the server can't be reached.
 */
async function lookAt(hold: Hold | null, calls: PaymentCalls, send: (event: CheckoutEvent) => void): Promise<boolean> {
  if (!hold) return false;
  const { state, bookingId } = await calls.confirm();
  if (state === 'booked' || state === 'void') {
    send({ type: 'settled', state, bookingId, problem: problemAfter(state, calls.ended ?? endedElsewhere) });
    return false;
  } else if (state === 'requires_payment' && Date.parse(hold.expiresAt) <= Date.now()) {
    calls.release().catch(() => undefined);
    send({ type: 'expire' });
    return false;
  }
  return true;
}

const endedElsewhere = () =>
  t`You can no longer pay here, because the booking was changed or paid for in another tab. Check your booking. You will not be charged twice.`;

async function runStep(state: CheckoutState, calls: PaymentCalls, send: (event: CheckoutEvent) => void): Promise<void> {
  if (state.step === 'preparing' && !state.problem) {
    try {
      send({ type: 'intent', intent: await calls.begin() });
    } catch (error) {
      send({ type: 'refused', problem: await toProblem(error) });
    }
  } else if (state.step === 'confirming') {
    try {
      const { state: outcome, bookingId } = await calls.confirm();
      send({ type: 'settled', state: outcome, bookingId, problem: problemAfter(outcome, calls.lost) });
    } catch (error) {
      const problem = await toProblem(error);
      // Whatever the error was, a payment may be in progress, so we keep asking.
      send(problem.code === 'not_signed_in' ? { type: 'refused', problem } : { type: 'unreachable' });
    }
  }
}

const toProblem = async (error: unknown): Promise<Problem> => {
  const { code, message } = await mapFailure(error, msg`We couldn't open the payment form. Please try again.`);
  return { code: code === 'session_expired' ? 'not_signed_in' : code, message };
};

function problemAfter(outcome: string, lost: () => string): Problem | null {
  if (outcome === 'void') return { code: 'hold_void', message: lost() };
  return outcome === 'requires_payment' ? { code: 'not_paid', message: t`The payment didn't go through.` } : null;
}
