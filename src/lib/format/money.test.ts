// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyExponent, formatMoney, fromMinorUnits, toMinorUnits } from './money.ts';

describe('formatMoney', () => {
  it.each([
    [185, 'Q', 'Q185.00'],
    [1234.5, 'Q', 'Q1,234.50'],
    [0, '€', '€0.00'],
    [-20, 'Q', '-Q20.00'],
    [99.999, 'S/', 'S/100.00'],
    [12, null, '$12.00'],
    [12, '', '$12.00'],
    [Number.NaN, 'Q', 'Q0.00'],
    [Number.POSITIVE_INFINITY, 'Q', 'Q0.00'],
  ])('shows %s with %s as %s', (amount, symbol, expected) => {
    expect(formatMoney(amount, symbol)).toBe(expected);
  });
});

describe('minor units', () => {
  it.each([
    [185, 'GTQ', 18500],
    [1.005, 'USD', 101],
    [0.1 + 0.2, 'USD', 30],
    [1200, 'JPY', 1200],
    [1200, 'clp', 1200],
    [19.99, 'EUR', 1999],
  ])('converts %s %s to %s', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor);
  });

  it('returns every amount that a table can hold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_99 }),
        fc.constantFrom('GTQ', 'JPY', 'CLP', 'USD'),
        (minor, currency) => {
          expect(toMinorUnits(fromMinorUnits(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });

  it('knows the currencies without decimals', () => {
    expect(currencyExponent('JPY')).toBe(0);
    expect(currencyExponent('GTQ')).toBe(2);
  });
});
