import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { currencyExponent, formatMoney } from '@/lib/format/money';
import { numberProblem, numberShape } from '@/ui/form/number-rules';
import { plainText } from '@/ui/form/text-rules';
import type { TerritoryCurrency } from '../money';

const refund = z.object({
  share: z.enum(['all', 'policy', 'part', 'none']),
  /** The amount of a partial refund. */
  amount: numberShape,
  /** Why the booking is cancelled, for the team. */
  reason: z
    .string()
    .check(z.trim(), z.maxLength(500, { error: () => t`Please keep it under 500 characters` }), plainText()),
});
export type RefundValues = z.infer<typeof refund>;

/** Validates the choice of a refund. `left` is the refundable amount. */
export const refundSchema = (left: number, currency: TerritoryCurrency) =>
  refund.check(({ value, issues }) => {
    const problem = value.share === 'part' ? amountProblem(value.amount, left, currency) : null;
    if (problem) issues.push({ code: 'custom', path: ['amount'], message: problem, input: value });
  });

/** Returns the amount to refund, or null for everything left. `policy` is what the policy gives. */
export function amountOf({ share, amount }: Pick<RefundValues, 'share' | 'amount'>, policy = 0): number | null {
  if (share === 'part') return amount;
  if (share === 'policy') return policy;
  return share === 'all' ? null : 0;
}

function amountProblem(amount: number | null, left: number, currency: TerritoryCurrency): string | null {
  const problem = numberProblem(amount, currencyExponent(currency.code));
  if (problem) return problem;
  if (amount === null || amount <= 0) return t`Please enter an amount`;
  return amount > left ? t`You can refund ${formatMoney(left, currency.symbol)} at most` : null;
}
