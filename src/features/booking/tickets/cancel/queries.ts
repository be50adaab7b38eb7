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
  /** The amounts are 0 if another person paid, because that person's amounts are hidden. */
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  paid_amount: z.coerce.number(),
  /** What was refunded earlier, for a change or by the team. */
  refunded_amount: z.coerce.number(),
  /**
   * True if the booking was cancelled and reinstated before, with a promised refund that is at least the policy's.
   */
  promised: z.boolean(),
  deadline: z.nullable(z.string()),
  steps: z.array(z.object({ percent: z.number(), until: z.string() })),
  payment_method: z.string(),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
});
export type CancellationQuote = z.infer<typeof quote>;

const CANCEL_FAILED = msg`Failed to cancel your booking`;

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

/**
 * Cancels the booking for the refund shown. Fails with 'quote_changed' if the refund differs. It is safe to repeat
 * after a lost response.
 */
export const cancelBooking = async (id: string, refundAmount: number): Promise<CancellationQuote> =>
  readAnswer(
    quote,
    await run((db) => db.rpc('cancel_booking', { p_booking_id: id, p_refund_amount: refundAmount }), CANCEL_FAILED),
  );
