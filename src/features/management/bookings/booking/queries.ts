import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { DetailsValues } from './change-schema';

export interface BookingRef {
  kind: string;
  id: string;
}

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
  /** Null where nobody did it: a payment, the clock, an account that is gone. */
  actor: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** Null for a refund that left the status as it was. */
  to: z.nullable(z.string()),
  by: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /** Why staff did it, where they said so. */
  note: z.nullable(z.string()),
  /** To another departure. */
  moved: z.nullish(z.object({ from: moment, to: moment })),
  /** Of the people, some dropped out. */
  party: z.nullish(z.object({ from: z.number(), to: z.number() })),
  /** The ticket was given to somebody else. */
  given: z.optional(z.boolean()),
  /** So many of its people came, where they did not come at once. */
  came: z.nullish(z.number()),
  /** The details that the team corrected. */
  corrected: z.nullish(z.array(z.string())),
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
  /** The numbers of who is here, where that is a part. */
  arrived: z.nullish(z.array(z.number())),
  total_price: z.number(),
  currency_code: z.string(),
  payment_method: z.string(),
  /** In cash where it begins; null for nothing. */
  amount_due: z.nullable(z.coerce.number()),
  /** Of what was paid, what a card paid. */
  card_amount: z.coerce.number(),
  live: z.boolean(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  disputed_amount: z.number(),
  on_its_way_amount: z.number(),
  refund_delayed: z.boolean(),
  /** What is left to give back. */
  refundable_amount: z.number(),
  /** The card is blocked and not charged: cancelling lets it go. */
  authorised: z.boolean(),
  tourist: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.string() })),
  /** Sold at the dock to somebody without an account. */
  walk_up: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  /** Who paid, where that is not the tourist; without a name and an address once their account is gone. */
  payer: z.nullable(z.object({ full_name: z.nullish(z.string()), email: z.nullish(z.string()) })),
  whatsapp_number: z.string(),
  country: z.string(),
  speaks_spanish: z.boolean(),
  hotel_name: z.nullable(z.string()),
  hotel_address: z.nullish(z.string()),
  passengers: z.array(passenger),
  passport_required: z.boolean(),
  /** The places of the photos that are there. */
  passports: z.array(z.number()),
  guide_name: z.nullable(z.string()),
  time_zone: z.string(),
  history: z.array(event),
});
export type BookingDetail = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type BookingEvent = z.infer<typeof event>;
export type Passenger = z.infer<typeof passenger>;

async function getBooking({ kind, id }: BookingRef, signal: AbortSignal): Promise<BookingDetail> {
  const answer = await run(
    (db) => db.rpc('territory_booking', { p_kind: kind, p_booking_id: id }).abortSignal(signal),
    msg`Failed to load the booking. Please try again later.`,
  );
  return localizeTitle(readAnswer(booking, answer));
}

/** Under the key of the lists: what reads those again reads this again. */
export const bookingQuery = (ref: BookingRef) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'one', ref.kind, ref.id] as const,
    queryFn: ({ signal }) => getBooking(ref, signal),
  });

const plan = z.object({
  from: z.string(),
  to: z.string(),
  seats: z.enum(['keep', 'free', 'take']),
  money: z.enum(['none', 'release', 'refund', 'hand_back', 'collect', 'undo', 'called_off', 'unpaid']),
  amount: z.number(),
  currency_symbol: z.string(),
  /** The letter to the guest. */
  mail: z.nullable(z.enum(['cancelled', 'refund', 'reinstated'])),
  /** There is somebody to tell. */
  told: z.boolean(),
  /** The day of the departure is over. */
  needs_reason: z.boolean(),
  /** The departure has not left. */
  upcoming: z.boolean(),
  guest_cancelled: z.boolean(),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type StatusPlan = z.infer<typeof plan>;

/** What a status would do to seats, money and guest. The database asks itself the same before it does it. */
export const statusPlanQuery = ({ kind, id }: BookingRef, status: BookingStatus) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'plan', kind, id, status] as const,
    queryFn: async ({ signal }) => {
      const args = { p_kind: kind, p_booking_id: id, p_status: status };
      const answer = await run(
        (db) => db.rpc('preview_booking_status', args).abortSignal(signal),
        msg`Failed to load the booking. Please try again later.`,
      );
      return readAnswer(plan, answer);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** What the person saw when they chose, and why they did. */
export interface Seen {
  /** The status that it had. */
  from: string;
  /** The amount that the plan named. */
  amount: number;
  reason?: string;
}

/**
 * Any status from any status; the database frees or takes the seats and gives money back. Errors: status_changed where somebody was
 * faster, quote_changed, arrival_reason_required, check_in_too_early, no_show_too_early, money_went_back, refund_promised, sold_out …
 */
export async function setBookingStatus({ kind, id }: BookingRef, status: BookingStatus, seen: Seen): Promise<void> {
  const why = seen.reason ? { p_reason: seen.reason } : {};
  const args = { p_kind: kind, p_booking_id: id, p_status: status, p_from: seen.from, p_amount: seen.amount, ...why };
  await run((db) => db.rpc('set_booking_status', args), msg`Failed to update booking status. Please try again.`);
}

/** Corrects the details of a booking. The same again changes nothing: a lost answer is safe to ask for again. */
export async function changeDetails(
  booking: Pick<BookingDetail, 'id' | 'kind' | 'walk_up'>,
  { reason, passengers, guest_name, hotel_address, ...contact }: DetailsValues,
): Promise<void> {
  const p_details = {
    ...contact,
    ...(booking.kind === 'experience' && { hotel_address }),
    ...(booking.walk_up && { guest_name }),
    ...(passengers.length > 0 && { passengers: passengers.map(({ name }) => name) }),
  };
  await run(
    (db) => db.rpc('change_booking_details', { p_booking_id: booking.id, p_details, p_reason: reason }),
    msg`Failed to change the booking`,
  );
}

/** Gives an amount back. `left`: what the person was shown as left; another sum there refuses. */
export async function refundBooking({ kind, id }: BookingRef, amount: number, left: number): Promise<void> {
  await run(
    (db) => db.rpc('refund_booking', { p_kind: kind, p_booking_id: id, p_amount: amount, p_left: left }),
    msg`Failed to refund the booking. Please check what has been refunded, and try again.`,
  );
}

/** Cancels whatever the policy says; all goes back (null), a part, or nothing (0). Once cancelled it stays as it was cancelled. */
export async function cancelAsStaff({ kind, id }: BookingRef, amount: number | null): Promise<void> {
  const refund = amount === null ? {} : { p_refund_amount: amount };
  await run(
    (db) => db.rpc('staff_cancel_booking', { p_kind: kind, p_booking_id: id, ...refund }),
    msg`Failed to cancel the booking. Please try again.`,
  );
}
