import { PHONE_LENGTHS } from './phone-lengths';

/**
 * Returns whether a number has the form +50212345678 and a length that exists for its calling code. The database
 * checks the same rule (private.is_phone).
 */
export function isPhone(number: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return false;
  return [1, 2, 3].some((n) => PHONE_LENGTHS[number.slice(1, 1 + n)]?.includes(number.length - 1 - n));
}
