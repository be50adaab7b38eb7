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
  ['text between tags', 'const It = () => <p>Book now</p>;'],
  ['text after a value', 'const It = () => <p>{count} guests</p>;'],
  ['text in braces', "const It = () => <p>{'Book'}</p>;"],
  ['conditional text', "const It = () => <p>{open ? <b /> : 'Closed'}</p>;"],
  ['text that comes and goes', "const It = () => <p>{open && 'Open'}</p>;"],
  ['text around a value', 'const It = () => <p>{`Book the lancha now`}</p>;'],
  ['a label for screen readers', 'const It = () => <button aria-label="Close" />;'],
  ['a label for screen readers with a value', `const It = () => <button aria-label={\`Close \${name}\`} />;`],
  ['a column heading', "const columns = [{ header: 'Total Amount' }];"],
  ['a label in a list', "const labels = ['Monday trip'];"],
  ['a label of a status', "const labels = { open: 'Open now' };"],
  ['a toast', "toast.success('Saved');"],
  ['an error text', "throw new AppError('unknown', 'Could not save');"],
  ['a validation text', "z.string().min(1, 'Name is required');"],
  ['a validation text as an option', "z.string({ error: 'Name is required' });"],
  ['the page title', "document.title = 'Bookings';"],
])('finds %s', (_, source) => {
  expect(new Set(found(source)).size).toBeGreaterThan(0);
});

it('accepts marked texts, and those that nobody translates', () => {
  expect(found('const It = () => <p><Trans>Book <b>now</b></Trans></p>;')).toEqual([]);
  expect(found('const It = () => <button aria-label={t`Close`}>WhatsApp</button>;')).toEqual([]);
  expect(found("throw new Error('No such row');")).toEqual([]);
  expect(found("const text = plural(n, { one: 'Please check # field', other: '# things are missing' });")).toEqual([]);
  expect(found("const It = () => <input name='full_name' placeholder='you@example.com' />;")).toEqual([]);
});
