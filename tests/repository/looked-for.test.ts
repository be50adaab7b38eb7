// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '../support/catalogue.ts';
import { NUMBER, textsOf, VALUE } from '../support/message-texts.ts';
import { sourceFiles } from './imports.ts';
import { textsIn } from './looked-for.ts';

// A nightly journey that looks for a renamed text fails a day later. One that looks for its absence never fails.

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
const plain = (text: string) => text.replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

const messages = (['messages', 'mails'] as const)
  .flatMap((name) => catalogue('es', name))
  .flatMap(({ english, translated }) => [...textsOf(english), ...textsOf(translated)])
  .flatMap((text) => [text, ...text.split(/(?<=\.) /), ...text.split(/[:,] /)])
  .map(plain);
const regions = new Intl.DisplayNames('en', { type: 'region' });
const product = sourceFiles(['src', 'supabase', 'packages'])
  .filter((file) => !isTest(file) && !file.includes('node_modules/'))
  .map((file) => plain(readFileSync(file, 'utf8')));
const countries = ['DE', 'GT', 'US'].map((code) => plain(regions.of(code) ?? ''));
const all = [...messages, ...product, ...countries].join('\n');

/** Messages with values, as patterns of what they become. */
const patterns = messages
  .filter((text) => text.includes(VALUE) || text.includes(NUMBER))
  .filter((text) => letters(text) > 3)
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(new RegExp(`${VALUE}|${NUMBER}`))
          .map(escaped)
          .join('.{1,80}')}$`,
        'u',
      ),
  );
const fixedParts = messages.flatMap((text) => text.split(new RegExp(`${VALUE}|${NUMBER}`))).map((part) => part.trim());
const longParts = [...new Set(fixedParts)].filter((part) => letters(part) > 8);

/** Prices, times and numbers separate texts of the product, as do the commas of a list. */
const SEPARATOR = /-?(?:\b[q$])?\d[\d.,:]*(?: [ap]m)?%?|\b[q$]$|^\W+|…|\.(?:jpg|png|webp)\b|[:,] | now$/u;

/**
 * Returns whether a page may show this: a text of the product, with values or in part, or one that the test has
 * written.
 */
function isShown(text: string, written = ''): boolean {
  if (all.includes(text) || written.includes(text) || patterns.some((pattern) => pattern.test(text))) return true;
  if (longParts.some((part) => text.includes(part) && part.length >= text.length / 2)) return true;
  const parts = text.split(SEPARATOR).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => letters(part) < 2 || isShown(part, written));
}

/** Returns texts that a test looks for, but that neither the product nor the test or its setup contains. */
function unknownTexts(files: readonly string[]): string[] {
  const texts = files.map((file) => ({ file, ...textsIn(file) }));
  const written = texts.flatMap(({ others }) => others.map(plain)).join('\n');
  return texts.flatMap(({ file, lookedFor }) =>
    [...new Set(lookedFor.map(plain))]
      .filter((text) => letters(text) > 3 && !isShown(text, written))
      .map((text) => `${file}: ${text}`),
  );
}

it('journeys look for texts of the product', () => {
  expect(unknownTexts(sourceFiles(['tests/e2e']))).toEqual([]);
});

it('control: a renamed text is detected', () => {
  expect(isShown('cancel this booking?')).toBe(true);
  expect(isShown("who in anna keller's group is here?")).toBe(true);
  expect(isShown('who of anna keller is here?')).toBe(false);
  expect(isShown('mateo caal wants to have this role')).toBe(false);
});
