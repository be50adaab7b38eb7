import { msg, t } from '@lingui/core/macro';
import { useEffect, useReducer, useState } from 'react';
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
import { toAppError } from '@/lib/api/errors';

/** The checkout's machine from held seats on. `resumed`: of an earlier visit, whose payment may have gone through. */
export function usePayment(hold: Hold, resumed: boolean, given: PaymentCalls) {
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
    const expiry = isWaiting(state)
      ? setTimeout(() => expire(calls, tell), Math.max(0, Date.parse(state.hold.expiresAt) - Date.now()))
      : undefined;
    return () => {
      live = false;
      clearTimeout(call);
      clearTimeout(expiry);
    };
  }, [state, calls]);
  return { state, send };
}

function expire(calls: PaymentCalls, send: (event: CheckoutEvent) => void) {
  calls.release().catch(() => undefined);
  send({ type: 'expire' });
}

async function runStep(state: CheckoutState, calls: PaymentCalls, send: (event: CheckoutEvent) => void): Promise<void> {
  if (state.step === 'preparing' && !state.problem) {
    try {
      send({ type: 'intent', intent: await calls.begin() });
    } catch (error) {
      send({ type: 'refused', problem: toProblem(error) });
    }
  } else if (state.step === 'confirming') {
    try {
      const { state: outcome, bookingId } = await calls.confirm();
      send({ type: 'settled', state: outcome, bookingId, problem: problemAfter(outcome, calls.lost) });
    } catch (error) {
      const problem = toProblem(error);
      // Whatever else went wrong, money may be on its way: keep asking.
      send(problem.code === 'not_signed_in' ? { type: 'refused', problem } : { type: 'unreachable' });
    }
  }
}

const toProblem = (error: unknown): Problem => {
  const { code, message } = toAppError(error, msg`The payment could not be opened. Please try again.`);
  return { code: code === 'session_expired' ? 'not_signed_in' : code, message };
};

function problemAfter(outcome: string, lost: () => string): Problem | null {
  if (outcome === 'void') return { code: 'hold_void', message: lost() };
  return outcome === 'requires_payment' ? { code: 'not_paid', message: t`The payment did not go through.` } : null;
}
