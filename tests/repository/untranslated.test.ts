// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './imports.ts';
import { untranslatedOf } from './untranslated.ts';

it('every displayed text is in the catalogues', () => {
  const files = sourceFiles(['src']).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(untranslatedOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

const found = (source: string) => untranslatedOf(new Map([['it.tsx', source]])).map(({ text }) => text);

it.each([
  ['words between tags', 'const It = () => <p>Book now</p>;'],
  ['words behind a value', 'const It = () => <p>{count} guests</p>;'],
  ['words in braces', "const It = () => <p>{'Book'}</p>;"],
  ['words that depend on something', "const It = () => <p>{open ? <b /> : 'Closed'}</p>;"],
  ['words that come and go', "const It = () => <p>{open && 'Open'}</p>;"],
  ['words around a value', 'const It = () => <p>{`Book the lancha now`}</p>;'],
  ['what a screen reader says', 'const It = () => <button aria-label="Close" />;'],
  ['what a screen reader says of one thing', `const It = () => <button aria-label={\`Close \${name}\`} />;`],
  ['the head of a column', "const columns = [{ header: 'Total Amount' }];"],
  ['a label in a list', "const labels = ['Monday trip'];"],
  ['a label of a status', "const labels = { open: 'Open now' };"],
  ['a passing message', "toast.success('Saved');"],
  ['an error for people', "throw new AppError('unknown', 'Could not save');"],
  ['the message of a rule', "z.string().min(1, 'Name is required');"],
  ['the same, as an option', "z.string({ error: 'Name is required' });"],
  ['the title of the page', "document.title = 'Bookings';"],
])('finds %s', (_, source) => {
  expect(new Set(found(source)).size).toBeGreaterThan(0);
});

it('accepts marked texts, and those that nobody translates', () => {
  expect(found('const It = () => <p><Trans>Book <b>now</b></Trans></p>;')).toEqual([]);
  expect(found('const It = () => <button aria-label={t`Close`}>WhatsApp</button>;')).toEqual([]);
  expect(found("throw new Error('No such row');")).toEqual([]);
  expect(found("const text = plural(n, { one: 'One thing is missing', other: '# things are missing' });")).toEqual([]);
  expect(found("const It = () => <input name='full_name' placeholder='you@example.com' />;")).toEqual([]);
});
