import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './UnsavedGuard.tsx';

/**
 * Returns the handler for Cancel and the question that it may ask. Cancel closes the form at once if nothing was typed.
 * Render the question outside the form, so that its keys don't reach the form.
 */
export function useDiscard(
  dirty: boolean,
  onDiscard: () => void,
  lost?: string,
): [ask: () => void, question: ReactNode] {
  const [asking, setAsking] = useState(false);
  const discard = async () => {
    setAsking(false);
    onDiscard();
  };
  return [
    () => (dirty ? setAsking(true) : onDiscard()),
    <LeaveDialog key="question" open={asking} lost={lost} onCancel={() => setAsking(false)} onLeave={discard} />,
  ];
}
