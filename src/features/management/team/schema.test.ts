import { expect, it } from 'vitest';
import { parseNumber } from '@/ui/form/NumberInput';
import { partnerSchema } from './schema';

it.each([
  ['0', 0],
  ['30', 30],
  // More than may be agreed today, as it was agreed before.
  ['40', 40],
  ['39.9', null],
  ['12.5', 12.5],
  [' 7,5 ', 7.5],
  ['30.1', null],
  ['-1', null],
  ['1.25', null],
  ['1e1', null],
  ['', null],
])('a commission of %j is %d', (text, value) => {
  const { data } = partnerSchema(30, { commission_level: 40 }).shape.commission.safeParse(parseNumber(text));
  expect(data ?? null).toBe(value);
});
