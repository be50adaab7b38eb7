import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';

const quote = z.object({
  can_cancel: z.boolean(),
  status: z.optional(z.string()),
  policy: z.string(),
  time_zone: z.string(),
  refund_percent: z.number(),
  /** Amounts are 0 if another person paid, as theirs are hidden. */
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  paid_amount: z.coerce.number(),
  /** Refunded before: of a change, or by the team. */
  refunded_amount: z.coerce.number(),
  /** It was cancelled and reinstated before, and the promised refund is at least the policy's. */
  promised: z.boolean(),
  deadline: z.nullable(z.string()),
  steps: z.array(z.object({ percent: z.number(), until: z.string() })),
  payment_method: z.string(),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
});
export type CancellationQuote = z.infer<typeof quote>;

const CANCEL_FAILED = msg`Failed to cancel your booking`;

/** The refund for cancelling now. Always refetched, as it changes with time. */
export const cancellationQuoteQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.quote(id),
    queryFn: async ({ signal }) =>
      readAnswer(
        quote,
        await run(
          (db) => db.rpc('quote_cancellation', { p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the refund`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Cancels for the shown refund; 'quote_changed' if it differs. Repeating it after a lost answer is safe. */
export const cancelBooking = async (id: string, refundAmount: number): Promise<CancellationQuote> =>
  readAnswer(
    quote,
    await run((db) => db.rpc('cancel_booking', { p_booking_id: id, p_refund_amount: refundAmount }), CANCEL_FAILED),
  );
