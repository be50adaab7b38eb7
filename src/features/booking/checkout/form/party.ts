import type { BookingType, Service } from '@/features/booking/checkout/service';

export type Limits = { min: number; max: number };
export type PartyRules = Pick<
  Service,
  'kind' | 'bookingType' | 'minSpots' | 'maxSpots' | 'minPrivateGuests' | 'maxPrivateGuests'
>;

/** The seats of the chosen departure, as far as it is known. */
type Room = { available: number; capacity: number };

/** How many people a booking of this type may have: a shared one takes seats that are left, a private one all that there are. */
export function partyLimits(rules: PartyRules, type: BookingType, room?: Room): Limits {
  if (type === 'private') {
    return { min: rules.minPrivateGuests, max: Math.min(rules.maxPrivateGuests, room?.capacity ?? Infinity) };
  }
  return { min: rules.minSpots, max: Math.min(rules.maxSpots, room?.available ?? Infinity) };
}

/** Values below 1 and what is not a number change nothing; the rest is brought inside the limits. */
export function clampPeople(value: number, current: number, limits: Limits): number {
  if (!Number.isFinite(value) || value < 1) return current;
  return Math.max(limits.min, Math.min(Math.trunc(value), Math.max(limits.max, limits.min)));
}

/** Where the panel opens: the fewest people that it takes. Where both types are sold it is shared, and stays so until chosen otherwise. */
export function initialParty(rules: PartyRules): { people: number; type: BookingType } {
  const type = rules.bookingType === 'private' ? 'private' : 'shared';
  return { people: partyLimits(rules, type).min, type };
}

type Prices = Pick<Service, 'sharedPrice' | 'privatePrice'>;

/** Whether so many people pay no more for having the departure to themselves, and can have it. */
export function privatePays(rules: PartyRules & Prices, people: number, room?: Room): boolean {
  const { bookingType, sharedPrice, privatePrice } = rules;
  if (bookingType !== 'both' || sharedPrice === null || privatePrice === null) return false;
  const { min, max } = partyLimits(rules, 'private', room);
  const whole = !room || (room.available > 0 && room.available >= room.capacity);
  return whole && people >= min && people <= max && privatePrice <= sharedPrice * people;
}
