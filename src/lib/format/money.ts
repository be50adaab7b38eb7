import { numberFormat } from '@/lib/i18n/intl';

/** Currencies without a smaller unit; as in `private.currency_exponent`. */
const ZERO_DECIMAL = new Set(['JPY', 'CLP']);

export function currencyExponent(currencyCode: string): 0 | 2 {
  return ZERO_DECIMAL.has(currencyCode.toUpperCase()) ? 0 : 2;
}

const formatter = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * `{territory currency symbol}{amount}` with two decimals, '$' where a territory has no symbol.
 * Amounts are major units: 185 → 'Q185.00', -20 → '-Q20.00'.
 */
export function formatMoney(amount: number, symbol?: string | null): string {
  const safe = Number.isFinite(amount) ? amount : 0;
  const sign = safe < 0 ? '-' : '';
  return `${sign}${symbol || '$'}${formatter().format(Math.abs(safe))}`;
}

/** Major units as the integer that Stripe uses: 185.5 GTQ → 18550, 1200 JPY → 1200. */
export function toMinorUnits(amount: number, currencyCode: string): number {
  // By a decimal string, as 1.005 * 100 is 100.49999…
  return Number(`${Math.round(Number(`${amount}e${currencyExponent(currencyCode)}`))}`);
}

export function fromMinorUnits(minor: number, currencyCode: string): number {
  return minor / 10 ** currencyExponent(currencyCode);
}
