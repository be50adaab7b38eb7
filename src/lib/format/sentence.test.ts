// @vitest-environment node
import { expect, it } from 'vitest';
import { capitalized, sentence, withCause } from './sentence.ts';

it('makes two sentences of failure and reason', () => {
  expect(withCause('Failed to save territory', "You're offline")).toBe("Failed to save territory. You're offline");
  expect(withCause('Failed to load data. Please try again later.', 'No answer')).toBe(
    'Failed to load data. Please try again later. No answer',
  );
  expect(withCause('Failed to save territory', undefined)).toBe('Failed to save territory');
});

it('ends a sentence with one full stop, even after a Spanish time', () => {
  expect(sentence('Cañón, 1:00 p. m.')).toBe('Cañón, 1:00 p. m.');
  expect(sentence('Canyon, 1:00 PM')).toBe('Canyon, 1:00 PM.');
});

it('begins a single word with a capital', () => {
  expect(capitalized('español')).toBe('Español');
  expect(capitalized('')).toBe('');
});
