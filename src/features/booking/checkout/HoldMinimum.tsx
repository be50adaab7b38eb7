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

/** Whether a hold's card is only authorised. `booked`: its seats are already sold. */
export const useHoldWaits = ({ service, hold, booked = false }: Props): boolean =>
  useCardWaits(
    hold.bookingType === 'shared' && hold.paymentMethod === 'card' ? departureOf(service, hold) : null,
    booked ? 0 : hold.numPeople,
  );

/** A held or booked departure's guests and minimum. A private group needs no others. */
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
