import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { currencyExponent, formatMoney } from '@/lib/format/money';
import type { TerritoryCurrency } from '../money';

const refund = z.object({
  share: z.enum(['all', 'part', 'none']),
  /** Of a part, as it is typed. */
  amount: z.string(),
});

/** How much goes back. `left`: what there is to give back. */
export const refundSchema = (left: number, currency: TerritoryCurrency) =>
  refund.check(({ value, issues }) => {
    const problem = value.share === 'part' ? amountProblem(value.amount, left, currency) : null;
    if (problem) issues.push({ code: 'custom', path: ['amount'], message: problem, input: value });
  });

/** What is given back; null for all that is left. */
export function amountOf({ share, amount }: z.infer<typeof refund>): number | null {
  if (share === 'part') return parseAmount(amount);
  return share === 'all' ? null : 0;
}

/** A comma may stand for the point. */
const withPoint = (text: string): string => text.trim().replace(',', '.');

/** NaN for what is no amount. */
const parseAmount = (text: string): number =>
  /^\d{1,9}(\.\d+)?$/.test(withPoint(text)) ? Number(withPoint(text)) : Number.NaN;

function amountProblem(text: string, left: number, currency: TerritoryCurrency): string | null {
  const amount = parseAmount(text);
  if (!(amount > 0)) return t`Please enter an amount`;
  const digits = currencyExponent(currency.code);
  if ((withPoint(text).split('.')[1]?.length ?? 0) > digits) {
    return digits === 0 ? t`This currency has no decimals` : t`At most two decimals`;
  }
  return amount > left ? t`At most ${formatMoney(left, currency.symbol)} is left` : null;
}
