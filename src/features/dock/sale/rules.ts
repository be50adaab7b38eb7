import type { Party } from '@/features/booking/tickets/arrived';
import type { DockDeparture, RecentSale } from './queries';

export type BookingType = 'shared' | 'private';

/** Returns the booking types for which a departure has enough seats. */
export function typesOf(of: DockDeparture): BookingType[] {
  if (of.available <= 0) return [];
  const types: BookingType[] = [];
  if (of.booking_type !== 'private' && of.available >= of.min_spots) types.push('shared');
  if (of.booking_type !== 'shared' && of.whole) types.push('private');
  return types;
}

/** Returns the possible numbers of people. */
export function peopleLimits(of: DockDeparture, type: BookingType): { min: number; max: number } {
  return type === 'private'
    ? { min: of.min_private_guests, max: of.max_private_guests }
    : { min: of.min_spots, max: Math.min(of.max_spots, of.available) };
}

export const clampPeople = (people: number, { min, max }: { min: number; max: number }): number =>
  Math.max(min, Math.min(people, max));

/** Returns the price. The database computes it again and refuses a different one. */
export function totalOf(of: DockDeparture, type: BookingType, people: number): number {
  if (type === 'private') return of.private_price ?? 0;
  return Math.round((of.shared_price ?? 0) * people * 100) / 100;
}

export const keyOf = (of: Pick<DockDeparture, 'slot_id' | 'service_id' | 'service_date'>): string =>
  `${of.slot_id}.${of.service_date}`;

/** Returns whether guests may already be here, because the departure's check-in is open. */
export const boards = (of: Pick<DockDeparture, 'check_in_from'>, now: Date): boolean =>
  now.getTime() >= Date.parse(of.check_in_from);

/** The most common number of people in a party. */
export const USUAL_PEOPLE = 2;

/** Returns the preselected departure: the next one with seats. */
export const firstChoice = (departures: readonly DockDeparture[]): DockDeparture | undefined =>
  departures.find((one) => typesOf(one).length > 0);

/** Returns the people of a sale who have arrived. For an ended sale, returns its state. */
export const partyOf = ({
  num_people,
  check_in_status,
  arrived,
}: Pick<RecentSale, 'num_people' | 'check_in_status' | 'arrived'>): Party => ({
  status: '',
  check_in_status: check_in_status ?? 'pending',
  num_people,
  arrived,
});
