// @vitest-environment node
import { expect, it } from 'vitest';
import { checkCard, formatExpiry, formatNumber, parseExpiry, passesLuhn } from './card';
import { textsIn } from './texts';

const english = textsIn('en');
const now = new Date(2026, 9, 14);

it('groups the number and keeps only digits', () => {
  expect(formatNumber('4242-4242x42424242')).toBe('4242 4242 4242 4242');
});
it('inserts the slash while typing and allows deleting it', () => {
  expect(formatExpiry('4')).toBe('04 / ');
  expect(formatExpiry('1')).toBe('1');
  expect(formatExpiry('0428')).toBe('04 / 28');
  expect(formatExpiry('04 /', '04 / ')).toBe('04');
});
it('reads the expiry', () => {
  expect(parseExpiry('04 / 28')).toEqual({ month: 4, year: 2028 });
  expect(parseExpiry('13 / 28')).toBeNull();
});
it('checks digits', () => {
  expect(passesLuhn('4242 4242 4242 4242')).toBe(true);
  expect(passesLuhn('4242 4242 4242 4241')).toBe(false);
});
it('reports what is wrong with each field', () => {
  expect(checkCard({ number: '4242 4242 4242 4242', expiry: '04 / 28', cvc: '123' }, english, now)).toEqual({});
  expect(checkCard({ number: '4242', expiry: '', cvc: '1' }, english, now)).toEqual({
    number: 'Your card number is incomplete.',
    expiry: "Your card's expiration date is incomplete.",
    cvc: "Your card's security code is incomplete.",
  });
  expect(checkCard({ number: '4242 4242 4242 4241', expiry: '09 / 26', cvc: '123' }, english, now)).toEqual({
    number: 'Your card number is invalid.',
    expiry: "Your card's expiration date is in the past.",
  });
  expect(checkCard({ number: '4242 4242 4242 4242', expiry: '10 / 26', cvc: '123' }, english, now)).toEqual({});
});
