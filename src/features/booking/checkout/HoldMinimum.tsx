import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import type { Hold } from './dto';
import type { Service } from './service';

/** Of the departure that seats are held of, or were booked of: how many guests it has of those that it needs. A private group needs no others. */
export function HoldMinimum({ service: { kind, id, timeZone }, hold }: { service: Service; hold: Hold }) {
  const { bookingType, timeslotId, serviceDate: date, paymentMethod } = hold;
  if (bookingType === 'private') return null;
  return (
    <MinimumLine
      departure={{ kind, serviceId: id, timeslotId, date }}
      timeZone={timeZone}
      refundTo={paymentMethod === 'cash' ? 'nobody' : 'holder'}
    />
  );
}
