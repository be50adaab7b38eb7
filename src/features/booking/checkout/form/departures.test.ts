// @vitest-environment node
import { aService } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import { dateHasRoom, departureFit, monthRange } from './departures';

const both = aService({ bookingType: 'both', minSpots: 1, maxSpots: 8, minPrivateGuests: 4, maxPrivateGuests: 10 });
const departure = (change: Partial<Departure> = {}): Departure => ({
  slotId: 's',
  date: '2026-10-20',
  startTime: '07:00:00',
  capacity: 8,
  available: 8,
  cashSeats: 4,
  closed: false,
  ...change,
});

describe('a departure', () => {
  it('fits a private group only without bookings, and a shared one with its smallest party', () => {
    expect(departureFit(both, 'private', departure({ available: 7 }))).toBe('not_whole');
    expect(departureFit(both, 'private', departure())).toBe('fits');
    expect(departureFit(both, 'private', departure({ capacity: 3, available: 3 }))).toBe('full');
    expect(departureFit(aService({ minSpots: 2 }), 'shared', departure({ available: 1 }))).toBe('full');
    expect(departureFit(both, 'shared', departure({ available: 0 }))).toBe('full');
    expect(departureFit(both, 'shared', departure({ closed: true }))).toBe('closed');
  });
  it('offers its date while one way of booking is left', () => {
    expect(dateHasRoom(both, [departure({ available: 0 }), departure({ available: 1 })])).toBe(true);
    expect(dateHasRoom(aService({ bookingType: 'private' }), [departure({ available: 7 })])).toBe(false);
    expect(dateHasRoom(both, [])).toBe(false);
  });
});

it('is requested for a month from today on', () => {
  expect(monthRange('2026-10', '2026-10-14')).toEqual({ from: '2026-10-14', to: '2026-10-31' });
  expect(monthRange('2027-02', '2026-10-14')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});
