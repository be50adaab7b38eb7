import type { Hold } from '@/features/booking/checkout/dto';
import type { Changed, ChangeOptions, Done } from './queries';

export interface ChoosingProps {
  booking: ChangeOptions;
  refetch: () => Promise<unknown>;
  /** Called when seats are held until they are paid for. */
  onHeld: (hold: Hold) => void;
  onDone: (done: Done) => void;
}

/** Continues to the payment or to the changed booking. */
export function settle({ done, hold }: Changed, { onHeld, onDone }: Pick<ChoosingProps, 'onHeld' | 'onDone'>): void {
  if (done) onDone(done);
  else if (hold) onHeld(hold);
}
