import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './UnsavedGuard.tsx';

/**
 * Closes a form within a page, at once if nothing was typed and otherwise after a question. Returns the handler for
 * Cancel, and the question. Render the question outside the form, so that its keys don't act on the form.
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
