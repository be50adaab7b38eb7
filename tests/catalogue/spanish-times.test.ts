// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Placeholders for a time of day, which ends with a full stop in Spanish: '1:00 p. m.' */
const TIME = /\{(?:until|later|time|hour|deadline|moment|at|when)\}(?:<\/\d>)?\./;

it('has no second full stop after a time in Spanish', () => {
  const texts = readFileSync('src/locales/es/messages.po', 'utf8').match(/^msgstr (?:".*"\n)+/gm) ?? [];
  expect(texts.length).toBeGreaterThan(1000);
  expect('hasta el {later}.').toMatch(TIME);
  expect(texts.filter((text) => TIME.test(text))).toEqual([]);
});
