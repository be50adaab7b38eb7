import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { dayName } from '@/lib/format/dates';
import { byDate } from './days';
import { keepTrying } from './keep-trying';

const on = (service_date: string, departure_id: string) => ({ service_date, departure_id });

describe('departures', () => {
  it('are cut into days in their order, over the border of a page too', () => {
    const days = byDate([on('2026-11-21', 'a'), on('2026-11-21', 'b'), on('2026-11-23', 'c')]);
    expect(days.map(({ date, departures }) => [date, departures.map(({ departure_id }) => departure_id)])).toEqual([
      ['2026-11-21', ['a', 'b']],
      ['2026-11-23', ['c']],
    ]);
    expect(byDate([])).toEqual([]);
  });

  it('are of today and tomorrow on the clocks of the territory', () => {
    const night = new Date('2026-11-22T03:00:00Z'); // still the 21st in Guatemala
    expect(dayName('2026-11-21', 'America/Guatemala', night)).toBe('Today');
    expect(dayName('2026-11-22', 'America/Guatemala', night)).toBe('Tomorrow');
    expect(dayName('2026-11-23', 'America/Guatemala', night)).toBe('');
    expect(dayName('2026-11-20', 'America/Guatemala', night)).toBe('Yesterday');
  });
});

it('is read again after a failure that may pass, and only then', () => {
  const after = (error: Error | null) => keepTrying.refetchInterval({ state: { error } });
  expect(after(new AppError('network', 'Failed'))).toBeGreaterThan(0);
  expect(after(new AppError('forbidden', 'No'))).toBe(false);
  expect(after(null)).toBe(false);
});
