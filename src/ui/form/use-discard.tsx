import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './UnsavedGuard.tsx';

/**
 * Closes a form within a page: immediately if nothing was typed, otherwise after a question. Returns the handler for
 * Cancel, and the question, which must be rendered outside the form so that its keys are not the form's.
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
