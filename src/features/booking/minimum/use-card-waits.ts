import { useQuery } from '@tanstack/react-query';
import { cardWaits } from './minimum';
import { type BookedDeparture, minimumQuery } from './queries';

const NONE: BookedDeparture = { kind: 'experience', serviceId: '', slotId: '', date: '' };

/**
 * Returns whether the card of a booking with `more` people is only authorised until the decision. Pass null if
 * there is no departure, or for a private group.
 */
export function useCardWaits(departure: BookedDeparture | null, more: number): boolean {
  const { data } = useQuery({ ...minimumQuery(departure ?? NONE), enabled: departure !== null });
  return departure !== null && cardWaits(data, more);
}
