// @vitest-environment node
import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { AppError } from './errors.ts';
import { readAnswer } from './read-answer.ts';

const price = z.object({ total_price: z.number() });

it('returns data of the expected shape', () => {
  expect(readAnswer(price, { total_price: 3, more: true })).toEqual({ total_price: 3 });
});

it('throws a readable error for another shape, with the cause for the log', () => {
  const read = () => readAnswer(price, { total_price: 'NaN' });
  expect(read).toThrow(AppError);
  expect(read).toThrow(/^Something went wrong/);
  expect(read).not.toThrow(/total_price|expected/);
});
