import { aService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { clampPeople, defaultType, initialParty, partyLimits, stepParty, typeFollows } from './party';

const both = aService({ bookingType: 'both', minSpots: 1, maxSpots: 8, minPrivateGuests: 4, maxPrivateGuests: 10 });
describe('number of people', () => {
  it('ignores values below 1 and what is no number', () => {
    for (const value of [0, -3, Number.NaN, Number.POSITIVE_INFINITY])
      expect(clampPeople(value, 3, { min: 1, max: 8 })).toBe(3);
  });
  it('is brought inside the limits', () => {
    expect(clampPeople(12, 2, { min: 1, max: 8 })).toBe(8);
    expect(clampPeople(1, 2, { min: 2, max: 8 })).toBe(2);
    expect(clampPeople(1, 3, { min: 1, max: 8 })).toBe(1);
    expect(clampPeople(3.9, 2, { min: 1, max: 8 })).toBe(3);
  });
  it('stays at the minimum where fewer seats are left than that', () => {
    expect(clampPeople(2, 2, { min: 2, max: 1 })).toBe(2);
  });
  it('takes the limits of the type, of the seats left when shared, and of all seats when private', () => {
    expect(partyLimits(both, 'shared')).toEqual({ min: 1, max: 8 });
    expect(partyLimits(both, 'shared', { available: 3, capacity: 8 })).toEqual({ min: 1, max: 3 });
    expect(partyLimits(both, 'private')).toEqual({ min: 4, max: 10 });
    expect(partyLimits(both, 'private', { available: 8, capacity: 8 })).toEqual({ min: 4, max: 8 });
  });
});

describe('shared or private', () => {
  it('is shared on a transport until the tourist chooses, however many they are', () => {
    const shuttle = { ...both, kind: 'transport' as const, minSpots: 2 };
    expect(initialParty(shuttle)).toEqual({ people: 2, type: 'shared' });
    expect(stepParty(shuttle, { people: 2, type: 'shared' }, 1, false)).toEqual({ people: 3, type: 'shared' });
    expect(stepParty(shuttle, { people: 4, type: 'private' }, 1, true)).toEqual({ people: 5, type: 'private' });
  });
  it('follows the number of people where both are sold', () => {
    expect(defaultType(both, 1)).toBe('shared');
    expect(defaultType(both, 2)).toBe('private');
    expect(defaultType(aService({ bookingType: 'shared' }), 5)).toBe('shared');
    expect(initialParty(both)).toEqual({ people: 1, type: 'shared' });
  });
  it('opens with the fewest that the one type takes, and stays with it', () => {
    const tour = aService({ bookingType: 'private', minSpots: 1, minPrivateGuests: 4, maxPrivateGuests: 10 });
    expect(initialParty(tour)).toEqual({ people: 4, type: 'private' });
    expect(stepParty(tour, { people: 4, type: 'private' }, -1, false)).toEqual({ people: 4, type: 'private' });
    expect(initialParty({ ...tour, bookingType: 'shared', minSpots: 2 })).toEqual({ people: 2, type: 'shared' });
  });
  it('follows the number on an experience of both types alone, until the tourist chooses', () => {
    expect(typeFollows(both, false)).toBe(true);
    expect(typeFollows(both, true)).toBe(false);
    expect(typeFollows({ ...both, kind: 'transport' }, false)).toBe(false);
    expect(typeFollows({ ...both, bookingType: 'private' }, false)).toBe(false);
  });
  it('goes from one shared seat to the smallest private group and back', () => {
    const up = stepParty(both, { people: 1, type: 'shared' }, 1, false);
    expect(up).toEqual({ people: 4, type: 'private' });
    expect(stepParty(both, up, -1, false)).toEqual({ people: 1, type: 'shared' });
    expect(stepParty(both, { people: 6, type: 'private' }, -1, false)).toEqual({ people: 5, type: 'private' });
  });
  it('keeps the type that the tourist chose', () => {
    expect(stepParty(both, { people: 1, type: 'shared' }, 1, true)).toEqual({ people: 2, type: 'shared' });
    expect(stepParty(both, { people: 4, type: 'private' }, -1, true)).toEqual({ people: 4, type: 'private' });
    expect(stepParty(both, { people: 3, type: 'shared' }, 1, true, { available: 3, capacity: 8 })).toEqual({
      people: 3,
      type: 'shared',
    });
  });
});
