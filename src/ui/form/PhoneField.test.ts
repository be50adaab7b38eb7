// @vitest-environment node
import { expect, it } from 'vitest';
import { toE164 } from './PhoneField';

it('reads a number with or without its calling code', () => {
  expect(toE164('+502 5512 3480')).toBe('+50255123480');
  expect(toE164('5512-3480')).toBe('+50255123480');
  expect(toE164('+49 151 234')).toBe('+49151234');
  expect(['+502', '', '+'].map(toE164)).toEqual(['', '', '']);
  expect(toE164('+502 +49 170 1234567')).toBe('+491701234567');
  expect(toE164('+502 0049 170 1234567')).toBe('+491701234567');
});
