import { type BookingStatus, isVoid } from '@/features/booking/tickets/transitions';

interface Now {
  status: string;
  payment_method: string;
  payment_status: string;
}

/** Whether a change ends the booking or gives money back, so that a person is asked first. */
export function needsConfirmation(now: Now, to: BookingStatus): boolean {
  if (isVoid(to)) return !isVoid(now.status) || now.payment_status === 'completed';
  // Cash that reads 'ordered' again was not received after all: it leaves the books.
  return (
    to === 'ordered' &&
    now.payment_method === 'cash' &&
    (now.payment_status === 'completed' || now.status !== 'ordered')
  );
}
