import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { currencyExponent, formatMoney } from '@/lib/format/money';
import { numberProblem, numberShape } from '@/ui/form/number-rules';
import type { TerritoryCurrency } from '../money';

const refund = z.object({
  share: z.enum(['all', 'part', 'none']),
  /** The amount of a partial refund. */
  amount: numberShape,
});
export type RefundValues = z.infer<typeof refund>;

/** Validates the choice of a refund. `left` is the refundable amount. */
export const refundSchema = (left: number, currency: TerritoryCurrency) =>
  refund.check(({ value, issues }) => {
    const problem = value.share === 'part' ? amountProblem(value.amount, left, currency) : null;
    if (problem) issues.push({ code: 'custom', path: ['amount'], message: problem, input: value });
  });

/** Returns the amount to refund, or null for everything left. */
export function amountOf({ share, amount }: RefundValues): number | null {
  if (share === 'part') return amount;
  return share === 'all' ? null : 0;
}

function amountProblem(amount: number | null, left: number, currency: TerritoryCurrency): string | null {
  const problem = numberProblem(amount, currencyExponent(currency.code));
  if (problem) return problem;
  if (amount === null || amount <= 0) return t`Please enter an amount`;
  return amount > left ? t`Only ${formatMoney(left, currency.symbol)} is left` : null;
}
