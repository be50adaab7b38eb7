import type { BookingType, Service } from '@/features/booking/checkout/service';

export type Limits = { min: number; max: number };
export type PartyRules = Pick<
  Service,
  'kind' | 'bookingType' | 'minSpots' | 'maxSpots' | 'minPrivateGuests' | 'maxPrivateGuests'
>;

/** The chosen departure's seats, if known. */
type Room = { available: number; capacity: number };

/** A booking type's possible numbers: shared up to the seats left, private up to the capacity. */
export function partyLimits(rules: PartyRules, type: BookingType, room?: Room): Limits {
  if (type === 'private') {
    return { min: rules.minPrivateGuests, max: Math.min(rules.maxPrivateGuests, room?.capacity ?? Infinity) };
  }
  return { min: rules.minSpots, max: Math.min(rules.maxSpots, room?.available ?? Infinity) };
}

/** Invalid values change nothing; others are clamped. */
export function clampPeople(value: number, current: number, limits: Limits): number {
  if (!Number.isFinite(value) || value < 1) return current;
  return Math.max(limits.min, Math.min(Math.trunc(value), Math.max(limits.max, limits.min)));
}

/** The initial party: the fewest people. Type `both` starts as shared. */
export function initialParty(rules: PartyRules): { people: number; type: BookingType } {
  const type = rules.bookingType === 'private' ? 'private' : 'shared';
  return { people: partyLimits(rules, type).min, type };
}

type Prices = Pick<Service, 'sharedPrice' | 'privatePrice'>;

/** Whether a private departure costs this party no more, and is available. */
export function privatePays(rules: PartyRules & Prices, people: number, room?: Room): boolean {
  const { bookingType, sharedPrice, privatePrice } = rules;
  if (bookingType !== 'both' || sharedPrice === null || privatePrice === null) return false;
  const { min, max } = partyLimits(rules, 'private', room);
  const whole = !room || (room.available > 0 && room.available >= room.capacity);
  return whole && people >= min && people <= max && privatePrice <= sharedPrice * people;
}
