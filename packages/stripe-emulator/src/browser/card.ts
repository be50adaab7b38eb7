import type { Texts } from './texts';

/** The typed card data. `expiry` has the form 'MM / YY'. */
export type CardValues = { number: string; expiry: string; cvc: string };
export type CardErrors = { number?: string; expiry?: string; cvc?: string };
export const emptyCard: CardValues = { number: '', expiry: '', cvc: '' };

export const digits = (text: string): string => text.replace(/\D/g, '');

/** Formats digits in groups of four, as printed on a card. */
export const formatNumber = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Inserts the slash while typing. An unambiguous one-digit month gets a leading zero. */
export function formatExpiry(text: string, before = ''): string {
  const deleting = text.length < before.length;
  let value = digits(text).slice(0, 4);
  if (value.length === 1 && Number(value) > 1) value = `0${value}`;
  if (value.length < 2 || (deleting && value.length === 2)) return value;
  return `${value.slice(0, 2)} / ${value.slice(2)}`;
}

export function passesLuhn(number: string): boolean {
  const sum = [...digits(number)].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}

export function parseExpiry(text: string): { month: number; year: number } | null {
  const value = digits(text);
  if (value.length !== 4) return null;
  const month = Number(value.slice(0, 2));
  return month >= 1 && month <= 12 ? { month, year: 2000 + Number(value.slice(2)) } : null;
}

/** Checks the card, with the messages of Stripe's own form. */
export function checkCard(values: CardValues, texts: Texts, now: Date = new Date()): CardErrors {
  const errors: CardErrors = {};
  const number = digits(values.number);
  const expiry = parseExpiry(values.expiry);
  if (number.length < 13) errors.number = texts.numberIncomplete;
  else if (!passesLuhn(number)) errors.number = texts.numberInvalid;
  if (!expiry) errors.expiry = texts.expiryIncomplete;
  else if (expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1) {
    errors.expiry = texts.expiryPast;
  }
  if (digits(values.cvc).length < 3) errors.cvc = texts.cvcIncomplete;
  return errors;
}
