import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { withNewKey } from './draft';
import { type CheckoutEvent, type CheckoutState, checkoutReducer, initialState, pollDelay } from './machine';
import { checkoutKeys, releaseHold } from './queries';
import { remember, runStep } from './steps';
import type { Service } from './types';
import type { DraftStore } from './use-draft';

/** The end of a hold that waits for the traveller. Letting it go as well costs nothing, and helps where this clock is ahead. */
function startExpiry(state: CheckoutState, send: (event: CheckoutEvent) => void) {
  if (state.step !== 'card' && state.step !== 'preparing' && state.step !== 'agreeing') return undefined;
  const { id, expiresAt } = state.hold;
  const expire = () => {
    releaseHold(id).catch(() => undefined);
    send({ type: 'expire' });
  };
  return setTimeout(expire, Math.max(0, Date.parse(expiresAt) - Date.now()));
}

/** Where a page that opens with a hold in its draft goes on. */
function opening(store: DraftStore, userId: string | null): CheckoutState {
  const { holdId, stage, shownPrice: shown = null } = store.read();
  if (!userId) return initialState;
  if (holdId) return { step: 'resuming', holdId, wasPaying: stage === 'paying', shown, problem: null };
  // The seats were asked for and the answer never came: ask again under the same key.
  return stage === 'holding' ? { step: 'holding', shown } : initialState;
}

const SEATS_MOVED = new Set<CheckoutState['step']>(['form', 'expired', 'booked']);

export type Checkout = {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  edit: () => void;
  again: () => void;
};

/** Runs the checkout's machine: calls, timers and what must survive a reload. */
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
    const expiry = startExpiry(state, send);
    return () => {
      live = false;
      clearTimeout(call);
      clearTimeout(expiry);
    };
  }, [state, service, store]);

  // Seats change with each of these: what the form says about them must be read again.
  const { step } = state;
  useEffect(() => {
    if (SEATS_MOVED.has(state.step)) void queryClient.invalidateQueries({ queryKey: checkoutKeys.all });
    if (state.step === 'booked') void queryClient.invalidateQueries({ queryKey: ['bookings'] });
  }, [state, queryClient]);

  // Leaving a finished checkout inside the app ends it; a reload of the ticket shows the ticket again.
  useEffect(() => {
    if (step !== 'booked') return;
    return () => store.update(withNewKey);
  }, [step, store]);

  const edit = () => {
    const { holdId } = store.read();
    if (holdId) releaseHold(holdId).catch(() => undefined);
    store.update(withNewKey);
    dispatch({ type: 'edit' });
  };
  const again = () => dispatch({ type: 'again' });
  return { state, send: dispatch, edit, again };
}
