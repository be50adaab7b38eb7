import { plainDigits } from '@/lib/format/plain-digits';

/** Returns an account number as it is stored: capitals and digits, without blanks and hyphens. */
export const plainAccountNumber = (text: string): string =>
  plainDigits(text)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();

/** Matches the stored form of any account number. */
export const ACCOUNT_NUMBER = /^[A-Z0-9]{4,34}$/;

/** A number that begins with two letters is an IBAN. */
export const looksLikeIban = (number: string): boolean => /^[A-Z]{2}/.test(number);

/** Checks an IBAN's check digits (ISO 13616), as private.is_iban does. Those of Guatemala have 28 characters. */
export function isIban(number: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(number) || (number.startsWith('GT') && number.length !== 28)) {
    return false;
  }
  const digits = `${number.slice(4)}${number.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/**
 * Returns an account number in groups of four, or two halves if it has only four. The blanks keep a spreadsheet from
 * reading it as a number, which would lose its zeros and its last digits.
 */
export function groupedAccountNumber(number: string): string {
  const size = number.length > 4 ? 4 : 2;
  return number.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ');
}
