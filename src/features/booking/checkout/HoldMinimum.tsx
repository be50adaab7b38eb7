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

/**
 * Returns whether a hold's card is only authorised for now. Pass `booked` if the hold's seats are already counted
 * as sold.
 */
export const useHoldWaits = ({ service, hold, booked = false }: Props): boolean =>
  useCardWaits(
    hold.bookingType === 'shared' && hold.paymentMethod === 'card' ? departureOf(service, hold) : null,
    booked ? 0 : hold.numPeople,
  );

/**
 * Shows how many guests a departure has and needs. Private groups don't need other guests, so nothing is shown for
 * them.
 */
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
