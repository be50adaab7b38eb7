import { expect, it } from 'vitest';
import { parseNumber } from '@/ui/form/NumberInput';
import { partnerSchema } from './schema';

it.each([
  ['0', 0],
  ['100', 100],
  ['12.5', 12.5],
  [' 7,5 ', 7.5],
  ['100.1', null],
  ['-1', null],
  ['1.25', null],
  ['1e1', null],
  ['', null],
])('a commission of %j is %d', (text, value) => {
  const { data } = partnerSchema.shape.commission.safeParse(parseNumber(text));
  expect(data ?? null).toBe(value);
});
