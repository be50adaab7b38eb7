// @vitest-environment node
import { expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { keepTrying } from './keep-trying.ts';

it('retries after a temporary failure, and only then', () => {
  const after = (error: Error | null) => keepTrying.refetchInterval({ state: { error } });
  expect(after(new AppError('network', 'Failed'))).toBeGreaterThan(0);
  expect(after(new AppError('forbidden', 'No'))).toBe(false);
  expect(after(null)).toBe(false);
});
