import { expect, it } from 'vitest';
import { withCause } from './sentence.ts';

it('what failed and why are two sentences', () => {
  expect(withCause('Failed to save territory', 'You are offline')).toBe('Failed to save territory. You are offline');
  expect(withCause('Failed to load data. Please try again later.', 'No answer')).toBe(
    'Failed to load data. Please try again later. No answer',
  );
  expect(withCause('Failed to save territory', undefined)).toBe('Failed to save territory');
});
