import type { BookingType, Service } from '@/features/booking/checkout/service';

export type Limits = { min: number; max: number };
export type PartyRules = Pick<
  Service,
  'kind' | 'bookingType' | 'minSpots' | 'maxSpots' | 'minPrivateGuests' | 'maxPrivateGuests'
>;

type Room = { available: number; capacity: number };

/**
 * Returns the numbers of people that a booking type allows. Shared bookings are limited by the seats left, private
 * ones by the capacity.
 */
export function partyLimits(rules: PartyRules, type: BookingType, room?: Room): Limits {
  if (type === 'private') {
    return { min: rules.minPrivateGuests, max: Math.min(rules.maxPrivateGuests, room?.capacity ?? Infinity) };
  }
  return { min: rules.minSpots, max: Math.min(rules.maxSpots, room?.available ?? Infinity) };
}

/** Keeps the current number if the new value is invalid. Otherwise moves the value into the limits. */
export function clampPeople(value: number, current: number, limits: Limits): number {
  if (!Number.isFinite(value) || value < 1) return current;
  return Math.max(limits.min, Math.min(Math.trunc(value), Math.max(limits.max, limits.min)));
}

/** Returns the initial party with the fewest people. Type `both` starts as shared. */
export function initialParty(rules: PartyRules): { people: number; type: BookingType } {
  const type = rules.bookingType === 'private' ? 'private' : 'shared';
  return { people: partyLimits(rules, type).min, type };
}

type Prices = Pick<Service, 'sharedPrice' | 'privatePrice'>;

/** Returns whether a private departure is available and costs this party no more than its seats. */
export function privatePays(rules: PartyRules & Prices, people: number, room?: Room): boolean {
  const { bookingType, sharedPrice, privatePrice } = rules;
  if (bookingType !== 'both' || sharedPrice === null || privatePrice === null) return false;
  const { min, max } = partyLimits(rules, 'private', room);
  const whole = !room || (room.available > 0 && room.available >= room.capacity);
  return whole && people >= min && people <= max && privatePrice <= sharedPrice * people;
}
