// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodsOf } from './periods';
import type { RevenueMonth } from './queries';

const row = (month: string, operator: number, rest: Partial<RevenueMonth> = {}): RevenueMonth => ({
  month: `${month}-01`,
  currency_code: 'GTQ',
  operator,
  territory: 1.1,
  app: 1.1,
  partner: 0,
  ...rest,
});

describe('the periods of the revenue chart', () => {
  it('are months without gaps, of one currency', () => {
    const rows = [row('2026-11', 7), row('2027-02', 8), row('2026-12', 9, { currency_code: 'USD' })];
    expect(periodsOf(rows, 'GTQ').map((one) => [one.key, one.label, one.operator])).toEqual([
      ['2026-11', 'Nov', 7],
      ['2026-12', 'Dec', 0],
      ['2027-01', 'Jan 27', 0],
      ['2027-02', 'Feb', 8],
    ]);
    expect(periodsOf(rows, 'USD')).toMatchObject([{ key: '2026-12', operator: 9 }]);
    expect(periodsOf(rows, 'EUR')).toEqual([]);
  });

  it('are years if the months would not fit', () => {
    const periods = periodsOf([row('2024-03', 1), row('2024-05', 2), row('2026-10', 4)], 'GTQ');
    expect(periods.map((one) => [one.key, one.label, one.operator])).toEqual([
      ['2024', '2024', 3],
      ['2025', '2025', 0],
      ['2026', '2026', 4],
    ]);
    const between = (first: string, last: string) => periodsOf([row(first, 1), row(last, 1)], 'GTQ').length;
    expect(between('2025-01', '2026-06')).toBe(18);
    expect(between('2025-01', '2026-07')).toBe(2);
  });

  it('add up to the rows to the cent, however many there are', () => {
    const cents = fc.integer({ min: -99_999, max: 99_999_999 }).map((n) => n / 100);
    const month = fc.tuple(fc.integer({ min: 2020, max: 2030 }), fc.integer({ min: 1, max: 12 }));
    const rows = fc.array(
      fc
        .tuple(month, cents, cents)
        .map(([[y, m], operator, partner]) => row(`${y}-${String(m).padStart(2, '0')}`, operator, { partner })),
    );
    fc.assert(
      fc.property(rows, (all) => {
        const sum = (list: readonly { operator: number }[]) =>
          list.reduce((n, one) => n + Math.round(one.operator * 100), 0);
        expect(sum(periodsOf(all, 'GTQ'))).toBe(sum(all));
      }),
      { seed: 2026 },
    );
  });
});
