import { t } from '@lingui/core/macro';
import { currencyExponent, formatMoney } from '@/lib/format/money';

export type Share = 'all' | 'part' | 'none';

/** The amount in what was typed, or why it is none. A comma may stand for the point. */
export function parsePart(
  text: string,
  left: number,
  currency: { code: string; symbol: string },
): { amount: number } | { problem: string } {
  const typed = text.trim().replace(',', '.');
  const digits = currencyExponent(currency.code);
  const amount = Number(typed);
  if (!/^\d{1,9}(\.\d+)?$/.test(typed) || amount <= 0) return { problem: t`Please enter an amount` };
  if ((typed.split('.')[1]?.length ?? 0) > digits) {
    return { problem: digits === 0 ? t`This currency has no decimals` : t`At most two decimals` };
  }
  if (amount > left) return { problem: t`At most ${formatMoney(left, currency.symbol)} is left` };
  return { amount };
}
