import { describe, expect, it } from 'vitest';
import { clampPeople, dateHasRoom, defaultType, departureFit, initialParty, partyLimits, stepParty } from './people';
import { service } from './test-data';
import type { Departure } from './types';

const both = service({ bookingType: 'both', minSpots: 1, maxSpots: 8, minPrivateGuests: 4, maxPrivateGuests: 10 });
const departure = (change: Partial<Departure> = {}): Departure => ({
  timeslotId: 's',
  date: '2026-10-20',
  startTime: '07:00:00',
  capacity: 8,
  available: 8,
  closed: false,
  ...change,
});

describe('number of people', () => {
  it('ignores values below 1 and what is no number', () => {
    for (const value of [0, -3, Number.NaN, Number.POSITIVE_INFINITY])
      expect(clampPeople(value, 3, { min: 1, max: 8 })).toBe(3);
  });
  it('is brought inside the limits', () => {
    expect(clampPeople(12, 2, { min: 1, max: 8 })).toBe(8);
    expect(clampPeople(1, 2, { min: 2, max: 8 })).toBe(2);
    expect(clampPeople(3.9, 2, { min: 1, max: 8 })).toBe(3);
  });
  it('stays at the minimum where fewer seats are left than that', () => {
    expect(clampPeople(2, 2, { min: 2, max: 1 })).toBe(2);
  });
  it('takes the limits of the type, and of the seats left when shared', () => {
    expect(partyLimits(both, 'shared')).toEqual({ min: 1, max: 8 });
    expect(partyLimits(both, 'shared', 3)).toEqual({ min: 1, max: 3 });
    expect(partyLimits(both, 'private', 3)).toEqual({ min: 4, max: 10 });
  });
});

describe('shared or private', () => {
  it('is shared on a transport until the traveller chooses, however many they are', () => {
    const shuttle = { ...both, kind: 'transport' as const, minSpots: 2 };
    expect(initialParty(shuttle)).toEqual({ people: 2, type: 'shared' });
    expect(stepParty(shuttle, { people: 2, type: 'shared' }, 1, false)).toEqual({ people: 3, type: 'shared' });
    expect(stepParty(shuttle, { people: 4, type: 'private' }, 1, true)).toEqual({ people: 5, type: 'private' });
  });
  it('follows the number of people where both are sold', () => {
    expect(defaultType(both, 1)).toBe('shared');
    expect(defaultType(both, 2)).toBe('private');
    expect(defaultType(service({ bookingType: 'shared' }), 5)).toBe('shared');
    expect(initialParty(both)).toEqual({ people: 1, type: 'shared' });
  });
  it('goes from one shared seat to the smallest private group and back', () => {
    const up = stepParty(both, { people: 1, type: 'shared' }, 1, false);
    expect(up).toEqual({ people: 4, type: 'private' });
    expect(stepParty(both, up, -1, false)).toEqual({ people: 1, type: 'shared' });
  });
  it('keeps the type that the traveller chose', () => {
    expect(stepParty(both, { people: 1, type: 'shared' }, 1, true)).toEqual({ people: 2, type: 'shared' });
    expect(stepParty(both, { people: 4, type: 'private' }, -1, true)).toEqual({ people: 4, type: 'private' });
    expect(stepParty(both, { people: 3, type: 'shared' }, 1, true, 3)).toEqual({ people: 3, type: 'shared' });
  });
});

describe('a departure', () => {
  it('fits a private group only untouched, a shared one with its smallest party', () => {
    expect(departureFit(both, 'private', departure({ available: 7 }))).toBe('not_whole');
    expect(departureFit(both, 'private', departure())).toBe('fits');
    expect(departureFit(service({ minSpots: 2 }), 'shared', departure({ available: 1 }))).toBe('full');
    expect(departureFit(both, 'shared', departure({ available: 0 }))).toBe('full');
    expect(departureFit(both, 'shared', departure({ closed: true }))).toBe('closed');
  });
  it('keeps its date on offer while one way of booking is left', () => {
    expect(dateHasRoom(both, [departure({ available: 0 }), departure({ available: 1 })])).toBe(true);
    expect(dateHasRoom(service({ bookingType: 'private' }), [departure({ available: 7 })])).toBe(false);
    expect(dateHasRoom(both, [])).toBe(false);
  });
});
