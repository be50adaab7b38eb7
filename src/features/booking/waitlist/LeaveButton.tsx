import { type ComponentProps, useState } from 'react';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { WaitlistEntry } from './queries';

const LeaveDialog = lazyPart(() => import('./LeaveDialog'));

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  entry: WaitlistEntry;
  userId: string;
}

/** Leaves a waitlist, or gives up its offered seats, after a question. */
export function LeaveButton({ entry, userId, ...button }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && <LeaveDialog entry={entry} userId={userId} onClose={() => setAsking(false)} />}
    </>
  );
}
