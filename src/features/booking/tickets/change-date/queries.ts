import { msg, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { bookingKeys } from '@/features/booking/tickets/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { toAppError } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { formatMoney } from '@/lib/format/money';

const moment = { service_date: z.string(), start_time: z.nullable(z.string()) };

const choice = z.object({
  ...moment,
  timeslot_id: z.nullable(z.string()),
  /** Until when cancelling costs nothing there. */
  free_until: z.nullable(z.string()),
});
export type Choice = z.infer<typeof choice>;

/** What the date of a booking may change to, as private.date_changes has it. */
const dateChanges = z.object({
  ...moment,
  time_zone: z.string(),
  /** How long it may be changed. */
  until: z.nullable(z.string()),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What of the price goes back, as it costs less by now. */
  refund_amount: z.coerce.number(),
  extra_amount: z.coerce.number(),
  payment_method: z.string(),
  payment_status: z.string(),
  currency_symbol: z.string(),
  choices: z.array(choice),
});
export type DateChanges = z.infer<typeof dateChanges>;

const changed = z.object({ ...moment, refund_amount: z.coerce.number() });
export type Changed = z.infer<typeof changed>;

/** Why the date cannot be changed, in words; null where it can. */
export function refusalText({ refusal, extra_amount, currency_symbol }: DateChanges): string | null {
  if (!refusal) return null;
  const more = formatMoney(extra_amount, currency_symbol);
  if (refusal.code === 'costs_more') return t`This costs ${more} more by now. The date cannot be changed here.`;
  return toAppError({ hint: refusal.code, message: refusal.message }).message;
}

/** Always asked afresh: seats, prices and the hour change. */
export const dateChangesQuery = (kind: ServiceKind, id: string) =>
  queryOptions({
    queryKey: bookingKeys.dateChanges(kind, id),
    queryFn: async ({ signal }) =>
      readAnswer(
        dateChanges,
        await run(
          (db) => db.rpc('date_changes', { p_kind: kind, p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the departures`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Changes the date for the refund that was shown. The same key again is answered alike: a lost answer is safe to ask for again. */
export const changeDate = async (kind: ServiceKind, id: string, to: Choice, refundAmount: number, key: string) =>
  readAnswer(
    changed,
    await run(
      (db) =>
        db.rpc('change_booking_date', {
          p_kind: kind,
          p_booking_id: id,
          p_date: to.service_date,
          p_key: key,
          p_refund_amount: refundAmount,
          ...(to.timeslot_id && { p_timeslot_id: to.timeslot_id }),
        }),
      msg`Failed to change the date`,
    ),
  );
