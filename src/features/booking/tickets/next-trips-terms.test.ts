import { aTicket } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import { isFreeToCancel, mayChangeDate } from '@/features/booking/tickets/next-trips';

describe('the links of a ticket', () => {
  it.each([
    ['moderate', '2026-11-25', '2026-11-22T12:00:00Z', true],
    ['moderate', '2026-11-25', '2026-11-22T14:00:00Z', false],
    ['flexible', '2026-11-25', '2026-11-24T12:00:00Z', true],
    ['strict', '2026-12-25', '2026-11-22T12:00:00Z', false],
  ])('stay while cancelling is free: %s, %s, at %s', (cancellation_policy, booking_date, now, free) => {
    expect(isFreeToCancel(aTicket({ cancellation_policy, booking_date }), new Date(now))).toBe(free);
  });

  it('shows free cancellation until departure for cash due on the day', () => {
    const cash = { cancellation_policy: 'strict', payment_method: 'cash', payment_status: 'pending' };
    const row = aTicket({ ...cash, booking_date: '2026-11-25', start_time: '09:00:00' });
    expect(isFreeToCancel(row, new Date('2026-11-25T14:59:00Z'))).toBe(true);
    expect(isFreeToCancel(row, new Date('2026-11-25T15:01:00Z'))).toBe(false);
    expect(isFreeToCancel({ ...row, payment_status: 'completed' }, new Date('2026-11-24T15:00:00Z'))).toBe(false);
  });

  it('stay longer if the territory lets its guests, and not a minute more', () => {
    const territory = { id: 'rio', name: 'Río', time_zone: 'America/Guatemala', change_hours: 12 };
    const row = aTicket({ booking_date: '2026-11-25', start_time: '09:00:00', territory });
    expect(isFreeToCancel(row, new Date('2026-11-25T02:59:00Z'))).toBe(false);
    expect(mayChangeDate(row, new Date('2026-11-25T02:59:00Z'))).toBe(true);
    expect(mayChangeDate(row, new Date('2026-11-25T03:01:00Z'))).toBe(false);
    expect(
      mayChangeDate({ ...row, territory: { ...territory, change_hours: null } }, new Date('2026-11-25T02:59:00Z')),
    ).toBe(false);
  });
});
