import { numberFormat } from '@/lib/i18n/intl';

/** Currencies without decimals, as in `private.currency_exponent`. */
const ZERO_DECIMAL = new Set(['JPY', 'CLP']);

export function currencyExponent(currencyCode: string): 0 | 2 {
  return ZERO_DECIMAL.has(currencyCode.toUpperCase()) ? 0 : 2;
}

const formatter = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Formats an amount in major units with the territory's currency symbol and two decimals, such as 'Q185.00' for 185
 * and '-Q20.00' for -20. Without a symbol it uses '$'.
 */
export function formatMoney(amount: number, symbol?: string | null): string {
  const safe = Number.isFinite(amount) ? amount : 0;
  const sign = safe < 0 ? '-' : '';
  return `${sign}${symbol || '$'}${formatter().format(Math.abs(safe))}`;
}

/** Converts major units to the integer that Stripe uses, such as 185.5 GTQ to 18550 and 1200 JPY to 1200. */
export function toMinorUnits(amount: number, currencyCode: string): number {
  // We compute with a decimal string, because 1.005 * 100 is 100.49999…
  return Number(`${Math.round(Number(`${amount}e${currencyExponent(currencyCode)}`))}`);
}

export function fromMinorUnits(minor: number, currencyCode: string): number {
  return minor / 10 ** currencyExponent(currencyCode);
}
