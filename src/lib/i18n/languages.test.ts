// @vitest-environment node
import { expect, test } from 'vitest';
import { LANGUAGES, languageAt, languageOf, SOURCE, withoutPrefix, withPrefix } from './languages';

const spanish = languageOf('es') ?? SOURCE;

test.each([
  ['/', 'en'],
  ['/regions', 'en'],
  ['/es', 'es'],
  ['/es/', 'es'],
  ['/es/regions', 'es'],
  ['/especial', 'en'],
  ['/territories/es', 'en'],
])('reads %s as %s', (path, code) => {
  expect(languageAt(path).code).toBe(code);
});

test.each([
  ['/', '/es'],
  ['/regions', '/es/regions'],
  ['/regions?q=rio#top', '/es/regions?q=rio#top'],
  ['/?ref=hotel', '/es?ref=hotel'],
])('puts %s at %s in Spanish', (path, address) => {
  expect(withPrefix(path, spanish)).toBe(address);
  expect(withPrefix(path, SOURCE)).toBe(path);
});

test('removes a prefix that was put before a path', () => {
  for (const language of LANGUAGES)
    for (const path of ['/', '/regions', '/territories/es'])
      expect(withoutPrefix(withPrefix(path, language))).toBe(path);
});
