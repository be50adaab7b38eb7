// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dayName } from '@/lib/format/dates';
import { byDate } from './day/days';
import { hasDeparted } from './departed';

const on = (service_date: string, departure_id: string) => ({ service_date, departure_id });

describe('departures', () => {
  it('are grouped into days in their order, even across pages', () => {
    const days = byDate([on('2026-11-21', 'a'), on('2026-11-21', 'b'), on('2026-11-23', 'c')]);
    expect(days.map(({ date, departures }) => [date, departures.map(({ departure_id }) => departure_id)])).toEqual([
      ['2026-11-21', ['a', 'b']],
      ['2026-11-23', ['c']],
    ]);
    expect(byDate([])).toEqual([]);
  });

  it("are of today and tomorrow in the territory's time zone", () => {
    const night = new Date('2026-11-22T03:00:00Z'); // still the 21st in Guatemala
    expect(dayName('2026-11-21', 'America/Guatemala', night)).toBe('Today');
    expect(dayName('2026-11-22', 'America/Guatemala', night)).toBe('Tomorrow');
    expect(dayName('2026-11-23', 'America/Guatemala', night)).toBe('');
    expect(dayName('2026-11-20', 'America/Guatemala', night)).toBe('Yesterday');
  });

  it('can be cancelled until two hours after their time, even past midnight, or without a time until the day has ended', () => {
    const at = (clock: string) => new Date(`2026-11-${clock}-06:00`);
    const of = (start: string | null, now: Date) => hasDeparted('2026-11-21', start, 'America/Guatemala', now);
    expect(of('07:00:00', at('21T08:59'))).toBe(false);
    expect(of('07:00:00', at('21T09:00'))).toBe(true);
    expect(of('23:30:00', at('22T01:29'))).toBe(false);
    expect(of('23:30:00', at('22T01:30'))).toBe(true);
    expect(of(null, at('21T23:59'))).toBe(false);
    expect(of(null, at('22T00:00'))).toBe(true);
  });
});
