import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { adminKeys, LOAD_FAILED } from '../queries';

const SAVE_FAILED = msg`Failed to save the limits. Please try again.`;

const shape = z.object({
  /** In percent of the price. */
  ceiling: z.number(),
  operator_floor: z.number(),
  /** The highest commission that both limits allow. */
  highest: z.number(),
  /** The number of partners whose older agreement is above it. */
  above: z.number(),
});
export type CommissionLimits = z.infer<typeof shape>;

export const commissionLimitsQuery = () =>
  queryOptions({
    queryKey: adminKeys.limits(),
    queryFn: async ({ signal }): Promise<CommissionLimits> =>
      readAnswer(shape, await run((db) => db.rpc('commission_limits').abortSignal(signal), LOAD_FAILED)),
    staleTime: 0,
  });

type Limits = Pick<CommissionLimits, 'ceiling' | 'operator_floor'>;

/** Saves the limits, unless someone has changed them since they were read. */
export async function saveCommissionLimits(limits: Limits, was: Limits, key: string): Promise<void> {
  await run(
    (db) =>
      db.rpc('save_commission_limits', {
        p_ceiling: limits.ceiling,
        p_operator_floor: limits.operator_floor,
        p_expected_ceiling: was.ceiling,
        p_expected_floor: was.operator_floor,
      }),
    SAVE_FAILED,
    key,
  );
}

/** Returns the share of a departure that new guests may book in cash without paying first, in percent. */
export const cashShareQuery = () =>
  queryOptions({
    queryKey: [...adminKeys.limits(), 'cash'],
    queryFn: async ({ signal }): Promise<number> =>
      readAnswer(z.number(), await run((db) => db.rpc('cash_share').abortSignal(signal), LOAD_FAILED)),
    staleTime: 0,
  });

export async function saveCashShare(percent: number, was: number, key: string): Promise<void> {
  await run((db) => db.rpc('save_cash_share', { p_percent: percent, p_expected: was }), SAVE_FAILED, key);
}
