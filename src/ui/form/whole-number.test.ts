// @vitest-environment node
import { expect, it } from 'vitest';
import { wholeNumber } from './whole-number';

it.each([
  ['over the field', '+49 170 1234567'],
  ['behind the calling code', '+502 +49 170 1234567'],
  ['with two zeros', '0049 170 1234567'],
  ['with two zeros behind the calling code', '+502 0049 170 1234567'],
  ['with the zero of home', '+49 (0)170 1234567'],
])('reads a number of another country that was pasted %s', (_, text) => {
  expect(wholeNumber(text, '502')).toBe('+491701234567');
});

it('reads a number of the same country behind the calling code', () => {
  expect(wholeNumber('+502 +502 5512 3480', '502')).toBe('+50255123480');
});

it.each(['+502 5512 3480', '+502 5', '5512 3480', '+50', '+', '', '+502 +'])('leaves %j to who types it', (text) => {
  expect(wholeNumber(text, '502')).toBeNull();
});
