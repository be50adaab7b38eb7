import { useQuery } from '@tanstack/react-query';
import { cardWaits } from './minimum';
import { type BookedDeparture, minimumQuery } from './queries';

const NONE: BookedDeparture = { kind: 'experience', serviceId: '', slotId: '', date: '' };

/**
 * Whether the card of who books this with `more` people is only authorised, until it is decided that it takes place. Null: of nothing, as
 * of a private group, which needs no others.
 */
export function useCardWaits(departure: BookedDeparture | null, more: number): boolean {
  const { data } = useQuery({ ...minimumQuery(departure ?? NONE), enabled: departure !== null });
  return departure !== null && cardWaits(data, more);
}
