// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, it } from 'vitest';
import { LANGUAGES, SOURCE } from '../../src/lib/i18n/languages.ts';
import { catalogue } from '../support/catalogue.ts';

/** Matches an accessible name in the source, and the visible text of the same button or link. */
const NAMED =
  /<(?:Button|LinkButton|Action|Link|button|a)\b(?:(?!<Trans|<Button|<LinkButton|<Action|<Link\b|<button|<\/)[\s\S]){0,400}?(?:aria-label|label)=\{t`([^`]+)`\}(?:(?!<\/?[A-Za-z])[\s\S]){0,300}?>\s*(?:<span(?: className="[^"]*")?>\s*)?<Trans(?: context="([^"]+)")?>([^<{]+)<\/Trans>/g;

const words = (text: string) => text.replace(/\s+/g, ' ').trim();
const contains = (name: string, seen: string) => name.toLowerCase().includes(seen.toLowerCase());
/** The message of a template: the catalogue numbers or names its values. */
const withoutValues = (text: string) => text.replace(/\$?\{[^}]+\}/g, '{}');

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
);
const pairs = files.flatMap((file) =>
  [...readFileSync(`src/${file}`, 'utf8').matchAll(NAMED)].map(([, name = '', context = '', seen = '']) => ({
    file,
    name: words(name),
    seen: words(seen),
    context,
  })),
);

/** People who control the page by voice say what they see (WCAG 2.5.3, Label in Name). */
it('the accessible name of a button or link contains its visible text', () => {
  expect(pairs.length).toBeGreaterThan(40);
  expect(pairs.filter(({ name, seen }) => !contains(name, seen))).toEqual([]);
});

it.each(LANGUAGES.filter((language) => language !== SOURCE))('so does its translation: $name', ({ code }) => {
  const entries = catalogue(code);
  const seenIn = ({ seen, context }: { seen: string; context: string }) =>
    entries.find(({ id }) => id === generateMessageId(seen, context))?.translated;
  const namesIn = ({ name }: { name: string }) =>
    entries.filter(({ english }) => withoutValues(english) === withoutValues(name)).map((entry) => entry.translated);
  const translated = pairs.map((pair) => ({ file: pair.file, seen: seenIn(pair) ?? '', names: namesIn(pair) }));
  expect(translated.filter(({ seen, names }) => seen === '' || names.length === 0)).toEqual([]);
  expect(translated.filter(({ seen, names }) => !names.every((name) => contains(name, seen)))).toEqual([]);
});
