// @vitest-environment node
import { expect, it } from 'vitest';
import { type Period, periodOf, withDates } from './period';

const none = { from: '', to: '', q: 'river', status: 'paid' } as const;
/** When it is eleven at night in Guatemala, it is already the evening of the next day in Auckland. */
const now = new Date('2026-11-24T05:00:00Z');
const dates = (timeZone: string | undefined, when: Period) => withDates({ ...none, when }, timeZone, now);

it("filters today's bookings in the territory's time zone, and keeps the other filters", () => {
  const ahead = { ...none, order: 'soonest' };
  expect(dates('America/Guatemala', 'today')).toEqual({ ...ahead, from: '2026-11-23', to: '2026-11-23' });
  expect(dates('Pacific/Auckland', 'today')).toEqual({ ...ahead, from: '2026-11-24', to: '2026-11-24' });
});

it('begins upcoming bookings with today, soonest first, and shows all without dates', () => {
  expect(dates('America/Guatemala', 'upcoming')).toEqual({ ...none, from: '2026-11-23', order: 'soonest' });
  expect(dates('America/Guatemala', 'all')).toEqual(none);
});

it('shows tomorrow as the day after, and the past up to yesterday, latest first', () => {
  const tomorrow = { ...none, from: '2026-11-24', to: '2026-11-24', order: 'soonest' };
  expect(dates('America/Guatemala', 'tomorrow')).toEqual(tomorrow);
  expect(dates('America/Guatemala', 'past')).toEqual({ ...none, to: '2026-11-22', order: 'latest' });
});

it('shows selected dates instead of a chip, and everything in a list without chips', () => {
  const chosen = { ...none, when: 'today', from: '2026-10-01' } as const;
  expect(periodOf(chosen)).toBe('all');
  expect(withDates(chosen, 'America/Guatemala', now)).toEqual({ ...none, from: '2026-10-01' });
  expect(periodOf(none)).toBe('all');
});
