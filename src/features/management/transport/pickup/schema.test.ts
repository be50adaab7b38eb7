// @vitest-environment node
import { expect, it } from 'vitest';
import { pickupSchema } from './schema';

const problem = (name: string, map_link = '') =>
  pickupSchema.safeParse({ name, directions: '', map_link, language: 'en', translations: {}, still_right: [] }).error
    ?.issues[0]?.message;

it('requires a name of a location', () => {
  expect(problem('  ')).toBe('Name is required');
  expect(problem('x'.repeat(161))).toBe('Please use at most 160 characters');
  expect(problem('Muelle Sur')).toBeUndefined();
});

it('requires a web address as its map link', () => {
  expect(problem('a', 'javascript:alert(1)')).toBe('Please enter a link that starts with http:// or https://');
  expect(problem('a', 'maps.test')).toBeDefined();
  expect(problem('a', ' http://maps.test/x ')).toBeUndefined();
  const longest = `http://maps.test/${'x'.repeat(1983)}`;
  expect(problem('a', longest)).toBeUndefined();
  expect(problem('a', `${longest}x`)).toBe('Please enter a link that starts with http:// or https://');
});
