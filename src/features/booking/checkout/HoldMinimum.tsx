import { MinimumLine } from '@/features/booking/minimum/MinimumLine';
import { useCardWaits } from '@/features/booking/minimum/use-card-waits';
import type { Hold } from './dto';
import type { Service } from './service';

type Props = { service: Service; hold: Hold; booked?: boolean };

const departureOf = ({ kind, id }: Service, { slotId, serviceDate: date }: Hold) => ({
  kind,
  serviceId: id,
  slotId,
  date,
});

/** Whether the card of a hold is only authorised. `booked`: its seats are sold already. */
export const useHoldWaits = ({ service, hold, booked = false }: Props): boolean =>
  useCardWaits(
    hold.bookingType === 'shared' && hold.paymentMethod === 'card' ? departureOf(service, hold) : null,
    booked ? 0 : hold.numPeople,
  );

/** Of the departure that seats are held of, or were booked of: how many guests it has of those that it needs. A private group needs no others. */
export function HoldMinimum({ service, hold, booked = false }: Props) {
  const waits = useHoldWaits({ service, hold, booked });
  if (hold.bookingType === 'private') return null;
  return (
    <MinimumLine
      departure={departureOf(service, hold)}
      timeZone={service.timeZone}
      refundTo={hold.paymentMethod === 'cash' ? 'nobody' : waits ? 'card' : 'holder'}
    />
  );
}
