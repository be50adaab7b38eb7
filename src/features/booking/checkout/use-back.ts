import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type CheckoutState, isWaiting } from './machine';

const MARK = 'checkout-held';
const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state;

/**
 * Makes the back button on the card step return to the details instead of leaving the page, by adding a history
 * entry while a hold waits. The entry is removed when the guest leaves the step in another way. An entry from
 * before a reload only loses its mark, because going back might reload the page.
 */
export function useBackToForm(state: CheckoutState, onEdit: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const entry = useRef<'none' | 'coming' | 'there' | 'leaving'>('none');
  const isOurs = useRef(false);
  const marked = isMarked(location.state);
  const waiting = isWaiting(state);
  const over = state.step === 'form' || state.step === 'expired' || state.step === 'booked';

  useEffect(() => {
    const { pathname, search, hash } = location;
    const here = { pathname, search, hash };
    if (marked) {
      if (!over) entry.current = 'there';
      // This effect may run again before the history has changed, so it must go back only once.
      else if (entry.current !== 'leaving') {
        entry.current = 'leaving';
        if (isOurs.current) void navigate(-1);
        else void navigate(here, { replace: true, state: withoutMark(location.state), preventScrollReset: true });
      }
      return;
    }
    const wasThere = entry.current === 'there';
    if (wasThere || entry.current === 'leaving') entry.current = 'none';
    if (wasThere && waiting) onEdit();
    else if (waiting && entry.current === 'none') {
      entry.current = 'coming';
      isOurs.current = true;
      void navigate(here, { state: { ...location.state, [MARK]: true }, preventScrollReset: true });
    }
  }, [marked, waiting, over, location, navigate, onEdit]);
}

function withoutMark(state: object): object {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== MARK));
}
