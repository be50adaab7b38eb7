import { PHONE_LENGTHS } from './phone-lengths';

/**
 * A number as +50212345678 with a length that exists for its calling code; the database checks the same
 * (private.is_phone).
 */
export function isPhone(number: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return false;
  return [1, 2, 3].some((n) => PHONE_LENGTHS[number.slice(1, 1 + n)]?.includes(number.length - 1 - n));
}
