import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './UnsavedGuard.tsx';

/**
 * Closing a form that stands in a page: at once while nothing was typed, after a question otherwise. Gives what Cancel calls, and
 * the question, which stands beside the form and not inside of it: its keys are not the form's.
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
