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

/** Whether the type follows the number of people: for an experience of type both, until the tourist chooses one. */
export const typeFollows = (rules: PartyRules, typeChosen: boolean): boolean =>
  rules.kind === 'experience' && rules.bookingType === 'both' && !typeChosen;

/**
 * For an experience of type both: one person shares, more people have it to themselves. On a shuttle two people are two
 * seats, and a whole vehicle is taken by choice alone.
 */
export function defaultType(rules: PartyRules, numPeople: number): BookingType {
  if (rules.bookingType !== 'both') return rules.bookingType;
  if (rules.kind === 'transport') return 'shared';
  return numPeople <= 1 ? 'shared' : 'private';
}

/** Where the panel opens: one person, or the fewest that this service takes. */
export function initialParty(rules: PartyRules): { people: number; type: BookingType } {
  if (rules.bookingType !== 'both')
    return { people: partyLimits(rules, rules.bookingType).min, type: rules.bookingType };
  const people = Math.max(1, rules.minSpots);
  return { people, type: defaultType(rules, people) };
}

type Party = { people: number; type: BookingType };

/** One press on − or +. While the tourist has not chosen a type, the type follows the number of people. */
export function stepParty(rules: PartyRules, party: Party, delta: 1 | -1, typeChosen: boolean, room?: Room): Party {
  const wanted = party.people + delta;
  if (!typeFollows(rules, typeChosen)) {
    return { people: clampPeople(wanted, party.people, partyLimits(rules, party.type, room)), type: party.type };
  }
  const type = defaultType(rules, wanted);
  const people = clampPeople(wanted, party.people, partyLimits(rules, type, room));
  // Below the smallest private group there is only the shared seat to go to.
  if (delta < 0 && people >= party.people && type === 'private') {
    return { people: clampPeople(1, 1, partyLimits(rules, 'shared', room)), type: 'shared' };
  }
  return { people, type };
}
