import { expect, it } from 'vitest';
import { commissionOf } from './schema';

it.each([
  ['0', 0],
  ['100', 100],
  ['12.5', 12.5],
  [' 7,5 ', 7.5],
  ['100.1', Number.NaN],
  ['-1', Number.NaN],
  ['1.25', Number.NaN],
  ['1e1', Number.NaN],
  ['', Number.NaN],
])('a commission of %j is %d', (text, value) => {
  expect(commissionOf(text)).toBe(value);
});
