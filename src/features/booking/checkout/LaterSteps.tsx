import { BookedStep } from './BookedStep';
import { HoldStep } from './HoldStep';
import type { CheckoutEvent, CheckoutState } from './machine';
import type { Service } from './service';

interface Props {
  service: Service;
  userId: string | null;
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  onEdit: () => void;
  onAgain: () => void;
}

/** What follows the form: held seats, payment and ticket. One chunk, so that the ticket's code is there before paying. */
export default function LaterSteps({ service, userId, state, send, onEdit, onAgain }: Props) {
  if (state.step !== 'booked') return <HoldStep service={service} state={state} send={send} onEdit={onEdit} />;
  return (
    <BookedStep service={service} userId={userId} hold={state.hold} bookingId={state.bookingId} onAgain={onAgain} />
  );
}
