// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { phoneLengthFiles, phoneLengths } from '../../../scripts/phone-lengths/files';
import { isPhone } from './phone-number';

it.each(['+50255123480', '+491701234567', '+12025550147', '+5491112345678'])('accepts %s', (number) =>
  expect(isPhone(number)).toBe(true),
);

it.each([
  '',
  '+502',
  '+5025512348',
  '+502491701234567',
  '+5215512345678',
  '+9991234567',
  '50255123480',
  ' +50255123480',
  '+49123',
  // Service numbers that don't belong to a person.
  '+80012345678',
  '+50218001234567',
])('refuses "%s"', (number) => expect(isPhone(number)).toBe(false));

it('has the same lengths in the files as in the metadata of the package', () => {
  const files = phoneLengthFiles(phoneLengths());
  expect(Object.keys(files)).toHaveLength(2);
  for (const [name, text] of Object.entries(files)) expect(readFileSync(name, 'utf8')).toBe(text);
});
