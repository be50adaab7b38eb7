// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './imports.ts';

it('the metadata of phone numbers is only loaded with a phone field, which loads it later', () => {
  const sources = sourceFiles(['src']).filter((file) => !/\.test\.tsx?$/.test(file));
  const importing = (module: RegExp) => sources.filter((file) => module.test(readFileSync(file, 'utf8'))).sort();
  expect(importing(/from 'libphonenumber-js/)).toEqual(['src/ui/form/PhoneInput.tsx', 'src/ui/form/read-phone.ts']);
  expect(importing(/^import (?!type)[^;]*from '[^']*\/read-phone'/m)).toEqual(['src/ui/form/PhoneInput.tsx']);
  expect(importing(/^import (?!type)[^;]*from '[^']*\/PhoneInput'/m)).toEqual([]);
  expect(importing(/import\('\.\/PhoneInput'\)/)).toEqual(['src/ui/form/PhoneField.tsx']);
});
