import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './imports.ts';
import { untranslatedOf } from './untranslated.ts';

it('every text that is shown is in the catalogues', () => {
  const files = sourceFiles(['src']).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(untranslatedOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

const found = (source: string) => untranslatedOf(new Map([['it.tsx', source]])).map(({ text }) => text);

it.each([
  ['words between tags', 'const It = () => <p>Book now</p>;'],
  ['words behind a value', 'const It = () => <p>{count} guests</p>;'],
  ['what a screen reader says', 'const It = () => <button aria-label="Close" />;'],
  ['the head of a column', "const columns = [{ header: 'Total Amount' }];"],
])('finds %s', (_, source) => {
  expect(found(source)).toHaveLength(1);
});

it('leaves what is marked, and what nobody translates', () => {
  expect(found('const It = () => <p><Trans>Book <b>now</b></Trans></p>;')).toEqual([]);
  expect(found('const It = () => <button aria-label={t`Close`}>WhatsApp</button>;')).toEqual([]);
  expect(found("const It = () => <input name='full_name' placeholder='you@example.com' />;")).toEqual([]);
});
