import type { Hold } from '@/features/booking/checkout/dto';
import type { Changed, ChangeOptions, Done } from './queries';

/** What each choice of a change is given: the booking, and what follows it. */
export interface ChoosingProps {
  booking: ChangeOptions;
  refetch: () => Promise<unknown>;
  /** Seats are held until they are paid for. */
  onHeld: (hold: Hold) => void;
  onDone: (done: Done) => void;
}

/** Goes on to the payment, or to what the booking is now. */
export function settle({ done, hold }: Changed, { onHeld, onDone }: Pick<ChoosingProps, 'onHeld' | 'onDone'>): void {
  if (done) onDone(done);
  else if (hold) onHeld(hold);
}
