import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { waitingChange } from '@/features/booking/tickets/changes/waiting-change';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Json } from '@/types/database';

const passenger = z.object({
  name: z.string(),
  email: z.nullish(z.string()),
  whatsapp: z.nullish(z.string()),
  country: z.nullish(z.string()),
  speaks_spanish: z.nullish(z.boolean()),
});

const moment = z.object({ service_date: z.string(), start_time: z.nullable(z.string()) });
const event = z.object({
  id: z.string(),
  at: z.string(),
  /** Null without a person: a payment, a job, a deleted account. */
  actor: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** Null for a refund that didn't change the status. */
  to: z.nullable(z.string()),
  by: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /** The staff's reason, if given. */
  note: z.nullable(z.string()),
  /** Moved to another departure. */
  moved: z.nullish(z.object({ from: moment, to: moment })),
  /** Some people were removed. */
  party: z.nullish(z.object({ from: z.number(), to: z.number() })),
  /** The ticket was transferred. */
  given: z.optional(z.boolean()),
  /** How many people arrived, if not all together. */
  came: z.nullish(z.number()),
  /** The details that the team corrected. */
  corrected: z.nullish(z.array(z.string())),
  /** The guest was asked to pay for a change, or that was withdrawn. */
  asked: z.nullish(z.enum(['to_pay', 'withdrawn'])),
});

const booking = z.object({
  kind: z.enum(SERVICE_KINDS),
  id: z.string(),
  title: z.string(),
  titles: namesShape,
  booking_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_status: z.string(),
  check_in_status: z.string(),
  /** The numbers of arrived people if only some have. */
  arrived: z.nullish(z.array(z.number())),
  total_price: z.number(),
  currency_code: z.string(),
  payment_method: z.string(),
  /** Cash due at the dock; null if none. */
  amount_due: z.nullable(z.coerce.number()),
  /** The part paid by card. */
  card_amount: z.coerce.number(),
  live: z.boolean(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  disputed_amount: z.number(),
  on_its_way_amount: z.number(),
  refund_delayed: z.boolean(),
  /** The refundable amount. */
  refundable_amount: z.number(),
  /** The card is authorised and not charged: cancelling releases it. */
  authorised: z.boolean(),
  tourist: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.string() })),
  /** Sold at the dock to a walk-in. */
  walk_up: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  /** The payer, if not the guest; without name and address once their account is deleted. */
  payer: z.nullable(z.object({ full_name: z.nullish(z.string()), email: z.nullish(z.string()) })),
  whatsapp_number: z.string(),
  country: z.string(),
  speaks_spanish: z.boolean(),
  hotel_name: z.nullable(z.string()),
  hotel_address: z.nullish(z.string()),
  passengers: z.array(passenger),
  passport_required: z.boolean(),
  /** Positions of the existing photos. */
  passports: z.array(z.number()),
  guide_name: z.nullable(z.string()),
  time_zone: z.string(),
  /** A change that waits for the guest's payment. */
  waiting: z.nullish(waitingChange),
  history: z.array(event),
});
export type BookingDetail = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type BookingEvent = z.infer<typeof event>;
export type Passenger = z.infer<typeof passenger>;

async function getBooking(id: string, signal: AbortSignal): Promise<BookingDetail> {
  const answer = await run(
    (db) => db.rpc('territory_booking', { p_booking_id: id }).abortSignal(signal),
    msg`Failed to load the booking. Please try again later.`,
  );
  return localizeTitle(readAnswer(booking, answer));
}

/** Below the lists' key, so that it is refetched with them. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'one', id] as const,
    queryFn: ({ signal }) => getBooking(id, signal),
  });

/** Ends a change that waits for the guest's payment; the booking stays as it is. */
export const withdrawChange = (id: string, holdId: string) =>
  run(
    (db) => db.rpc('withdraw_change', { p_booking_id: id, p_hold_id: holdId }),
    msg`We couldn't withdraw the change. Please try again.`,
  );

const plan = z.object({
  from: z.string(),
  to: z.string(),
  seats: z.enum(['keep', 'free', 'take']),
  money: z.enum(['none', 'release', 'refund', 'hand_back', 'collect', 'undo', 'called_off', 'unpaid']),
  amount: z.number(),
  currency_symbol: z.string(),
  /** The email to the guest. */
  mail: z.nullable(z.enum(['cancelled', 'refund', 'reinstated'])),
  /** Someone can be notified. */
  told: z.boolean(),
  /** The departure's day has passed. */
  needs_reason: z.boolean(),
  /** The departure has not left. */
  upcoming: z.boolean(),
  guest_cancelled: z.boolean(),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type StatusPlan = z.infer<typeof plan>;

/** The effect of a status on seats, money and guest. The database plans the same before doing it. */
export const statusPlanQuery = (id: string, status: BookingStatus) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'plan', id, status] as const,
    queryFn: async ({ signal }) => {
      const args = { p_booking_id: id, p_status: status };
      const answer = await run(
        (db) => db.rpc('preview_booking_status', args).abortSignal(signal),
        msg`Failed to load the booking. Please try again later.`,
      );
      return readAnswer(plan, answer);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The plan shown to the person, and their reason. */
export interface Seen {
  /** Its previous status. */
  from: string;
  /** The amount in the plan. */
  amount: number;
  reason?: string;
}

/**
 * Sets any status; the database releases or takes seats and refunds. Errors: status_changed if someone was faster,
 * quote_changed, arrival_reason_required, check_in_too_early, no_show_too_early, money_went_back, refund_promised,
 * sold_out …
 */
export async function setBookingStatus(id: string, status: BookingStatus, seen: Seen): Promise<void> {
  const why = seen.reason ? { p_reason: seen.reason } : {};
  const args = { p_booking_id: id, p_status: status, p_from: seen.from, p_amount: seen.amount, ...why };
  await run((db) => db.rpc('set_booking_status', args), msg`Failed to update booking status. Please try again.`);
}

/**
 * Corrects details of a booking. `seen`: the same fields as they were shown; 'changed_meanwhile' where a colleague has
 * changed one of them. The same again changes nothing: a lost answer is safe to ask for again. → whether anything has
 * changed
 */
export async function changeDetails(
  id: string,
  { details, seen }: Record<'details' | 'seen', Json>,
  reason: string,
): Promise<boolean> {
  const answer = await run(
    (db) => db.rpc('change_booking_details', { p_booking_id: id, p_details: details, p_reason: reason, p_seen: seen }),
    msg`Failed to change the booking`,
  );
  return readAnswer(z.object({ fields: z.array(z.string()) }), answer).fields.length > 0;
}

/** Refunds an amount. `left`: the refundable amount shown; refused if it differs. */
export async function refundBooking(id: string, amount: number, left: number): Promise<void> {
  await run(
    (db) => db.rpc('refund_booking', { p_booking_id: id, p_amount: amount, p_left: left }),
    msg`Failed to refund the booking. Please check how much has been refunded, and try again.`,
  );
}

/** Cancels regardless of the policy; refunds all (null), a part, or nothing (0). Repeating it changes nothing. */
export async function cancelAsStaff(id: string, amount: number | null): Promise<void> {
  const refund = amount === null ? {} : { p_refund_amount: amount };
  await run(
    (db) => db.rpc('staff_cancel_booking', { p_booking_id: id, ...refund }),
    msg`Failed to cancel the booking. Please try again.`,
  );
}
