import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type CheckoutState, isWaiting } from './machine';

const MARK = { checkout: 'held' };
const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && 'checkout' in state;

/**
 * Back, on the card step, goes back to the details and not off the page: while a hold waits for the tourist there is an entry of its own
 * in the history. It is taken out again when the step is left in another way.
 */
export function useBackToForm(state: CheckoutState, onEdit: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const entry = useRef<'none' | 'coming' | 'there'>('none');
  const marked = isMarked(location.state);
  const waiting = isWaiting(state);
  const over = state.step === 'form' || state.step === 'expired' || state.step === 'booked';

  useEffect(() => {
    if (marked) {
      entry.current = 'there';
      if (over) void navigate(-1);
    } else if (entry.current === 'there') {
      entry.current = 'none';
      if (waiting) onEdit();
    } else if (waiting && entry.current === 'none') {
      entry.current = 'coming';
      const { pathname, search, hash } = location;
      void navigate({ pathname, search, hash }, { state: { ...location.state, ...MARK }, preventScrollReset: true });
    }
  }, [marked, waiting, over, location, navigate, onEdit]);
}
