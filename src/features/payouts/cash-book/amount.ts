import { currencyExponent } from '@/lib/format/money';

/** What was typed as an amount of a currency: '1,250.50' → 1250.5. Null for what is none. */
export function readAmount(text: string, currencyCode: string): number | null {
  const plain = text.replace(/[\s,]/g, '');
  const digits = currencyExponent(currencyCode);
  const shape = digits === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}(\\.\\d{1,${digits}})?$`);
  return shape.test(plain) ? Number(plain) : null;
}

/** As it stands in a field. */
export const amountText = (amount: number, currencyCode: string): string =>
  Math.abs(amount).toFixed(currencyExponent(currencyCode));

/** The same amount on the side of what it is of: what the desk owes somebody is below zero. */
export const signedLike = (amount: number, of: number): number => (of < 0 ? -amount : amount);
