// @vitest-environment node
import { aService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { clampPeople, initialParty, partyLimits, privatePays } from './party';

const both = aService({ bookingType: 'both', minSpots: 1, maxSpots: 8, minPrivateGuests: 4, maxPrivateGuests: 10 });
describe('number of people', () => {
  it('ignores values below 1 and invalid ones', () => {
    for (const value of [0, -3, Number.NaN, Number.POSITIVE_INFINITY])
      expect(clampPeople(value, 3, { min: 1, max: 8 })).toBe(3);
  });
  it('is limited to the allowed range', () => {
    expect(clampPeople(12, 2, { min: 1, max: 8 })).toBe(8);
    expect(clampPeople(1, 2, { min: 2, max: 8 })).toBe(2);
    expect(clampPeople(1, 3, { min: 1, max: 8 })).toBe(1);
    expect(clampPeople(3.9, 2, { min: 1, max: 8 })).toBe(3);
  });
  it('stays at the minimum if fewer seats are left', () => {
    expect(clampPeople(2, 2, { min: 2, max: 1 })).toBe(2);
  });
  it('is limited by the type, by the seats left when shared, and by all seats when private', () => {
    expect(partyLimits(both, 'shared')).toEqual({ min: 1, max: 8 });
    expect(partyLimits(both, 'shared', { available: 3, capacity: 8 })).toEqual({ min: 1, max: 3 });
    expect(partyLimits(both, 'private')).toEqual({ min: 4, max: 10 });
    expect(partyLimits(both, 'private', { available: 8, capacity: 8 })).toEqual({ min: 4, max: 8 });
  });
});

describe('shared or private', () => {
  it('opens shared if both are sold, with the minimum', () => {
    expect(initialParty(both)).toEqual({ people: 1, type: 'shared' });
    expect(initialParty({ ...both, minSpots: 6 })).toEqual({ people: 6, type: 'shared' });
    expect(initialParty({ ...both, kind: 'transport', minSpots: 2 })).toEqual({ people: 2, type: 'shared' });
    expect(initialParty({ ...both, bookingType: 'private' })).toEqual({ people: 4, type: 'private' });
  });
});

describe("a private group's price", () => {
  const boat = { ...both, sharedPrice: 185, privatePrice: 1110, minPrivateGuests: 2 };
  it('starts at the number of people whose seats cost as much', () => {
    expect(privatePays(boat, 5)).toBe(false);
    expect(privatePays(boat, 6)).toBe(true);
  });
  it('requires a departure without bookings, within the group size', () => {
    expect(privatePays(boat, 6, { available: 8, capacity: 8 })).toBe(true);
    expect(privatePays(boat, 6, { available: 7, capacity: 8 })).toBe(false);
    expect(privatePays({ ...boat, maxPrivateGuests: 5 }, 6)).toBe(false);
    expect(privatePays({ ...boat, minPrivateGuests: 7 }, 6)).toBe(false);
  });
  it('applies only if both are sold', () => {
    expect(privatePays({ ...boat, bookingType: 'shared' }, 8)).toBe(false);
    expect(privatePays({ ...boat, bookingType: 'private' }, 8)).toBe(false);
  });
});
