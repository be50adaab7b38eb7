import { msg, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type Hold, readHold } from '@/features/booking/checkout/dto';
import { minimumShape, type RefundTo } from '@/features/booking/minimum/minimum';
import { bookingKeys } from '@/features/booking/tickets/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { toAppError } from '@/lib/api/to-app-error';
import { formatMoney } from '@/lib/format/money';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const moment = { service_date: z.string(), start_time: z.nullable(z.string()) };

const choice = z.object({
  ...moment,
  timeslot_id: z.nullable(z.string()),
  /** Until when cancelling costs nothing there. */
  free_until: z.nullable(z.string()),
  /** Until when the date could be changed again. */
  change_until: z.nullable(z.string()),
  /** How many guests it has of those that it needs; null where it runs with any number. */
  minimum: z.nullish(minimumShape),
});
export type Choice = z.infer<typeof choice>;

/** The dates that a booking may change to, as public.date_changes has them. */
const dateChanges = z.object({
  ...moment,
  service_id: z.string(),
  booking_type: z.string(),
  title: z.string(),
  titles: namesShape,
  num_people: z.number(),
  time_zone: z.string(),
  /** How long it may be changed. */
  until: z.nullable(z.string()),
  /** Percent that cancelling gives back at most once it was changed; null while cancelling is free. */
  refund_at_most: z.nullable(z.number()),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What of the price goes back, as it costs less by now. 0, as the next one is, where somebody else paid: their sums are not told. */
  refund_amount: z.coerce.number(),
  /** What it costs more by now. */
  extra_amount: z.coerce.number(),
  /** There is nothing to pay now. */
  at_once: z.boolean(),
  payment_method: z.string(),
  payment_status: z.string(),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
  choices: z.array(choice),
  /** Seats of another departure that are kept for this booking and wait for their payment. */
  hold: z.nullable(z.unknown()),
});

const readDates = (value: unknown) => {
  const { hold, ...row } = readAnswer(dateChanges, value);
  return { ...localizeTitle(row), hold: hold ? readHold(hold) : null };
};
export type DateChanges = ReturnType<typeof readDates>;

/** To whom the money goes back, where the new departure does not take place. `paying`: what it costs more is paid, and all the rest charged. */
export function refundToOf({ paid_by_other, payment_method, payment_status }: DateChanges, paying: boolean): RefundTo {
  if (paid_by_other) return 'payer';
  if (payment_status === 'completed' || paying) return 'holder';
  return payment_method === 'card' ? 'card' : 'nobody';
}

const changed = z.object({
  service_date: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  refund_amount: z.coerce.number(),
  hold: z.nullable(z.unknown()),
});

/** Where the booking is now, and what goes back. */
export type Moved = {
  service_date: string;
  start_time: string | null;
  timeslot_id: string | null;
  refund_amount: number;
  /** It cost more, and that was paid. */
  paid: boolean;
};
/** What came of it: the booking has moved, or seats are kept until they are paid for. */
export type Changed = { moved: Moved | null; hold: Hold | null };

/** Why the date cannot be changed, in words; null where it can. */
export function refusalText({ refusal, extra_amount, paid_by_other, currency_symbol }: DateChanges): string | null {
  if (!refusal) return null;
  if (refusal.code === 'costs_more' && paid_by_other)
    return t`This now costs more than was paid, so the date can't be changed here.`;
  const more = formatMoney(extra_amount, currency_symbol);
  if (refusal.code === 'costs_more') return t`This now costs ${more} more, so you can't change the date here.`;
  return toAppError({ hint: refusal.code, message: refusal.message }).message;
}

/** Always asked afresh: seats, prices and the hour change. */
export const dateChangesQuery = (kind: ServiceKind, id: string) =>
  queryOptions({
    queryKey: bookingKeys.dateChanges(kind, id),
    queryFn: async ({ signal }) =>
      readDates(
        await run(
          (db) => db.rpc('date_changes', { p_kind: kind, p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the departures`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Changes the date for the sums that were shown. The same key again is answered alike: a lost answer is safe to ask for again. */
export async function changeDate(
  kind: ServiceKind,
  id: string,
  to: Choice,
  { refund_amount, extra_amount }: Pick<DateChanges, 'refund_amount' | 'extra_amount'>,
  key: string,
): Promise<Changed> {
  const { service_date, hold, ...rest } = readAnswer(
    changed,
    await run(
      (db) =>
        db.rpc('change_booking_date', {
          p_kind: kind,
          p_booking_id: id,
          p_date: to.service_date,
          p_key: key,
          p_refund_amount: refund_amount,
          p_extra_amount: extra_amount,
          ...(to.timeslot_id && { p_timeslot_id: to.timeslot_id }),
        }),
      msg`Failed to change the date`,
    ),
  );
  return {
    moved:
      service_date === null
        ? null
        : {
            service_date,
            start_time: rest.start_time,
            timeslot_id: to.timeslot_id,
            refund_amount: rest.refund_amount,
            paid: false,
          },
    hold: hold ? readHold(hold) : null,
  };
}
