import { msg, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { bookingIdIn } from '@/features/booking/booking-param';
import { unpaidChange } from '@/features/booking/tickets/changes/unpaid-change';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { AppError } from '@/lib/api/errors';
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

/** A departure; its trip only where a change went to another one. */
const moment = z.object({
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  title: z.optional(z.string()),
  titles: z.optional(namesShape),
});
const event = z.object({
  id: z.string(),
  at: z.string(),
  /** Null if no person did it: a payment, a job or a deleted account. */
  actor: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** Null for a refund that didn't change the status. */
  to: z.nullable(z.string()),
  by: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /** What the amount is: refunded, a released card hold, cash still to be refunded, cash received, or to be paid. */
  money: z.nullish(z.enum(['refunded', 'released', 'to_refund', 'received', 'to_pay'])),
  /** The reason that staff gave, if any. */
  note: z.nullable(z.string()),
  /** The old and new departure, if the booking was moved. */
  moved: z.nullish(z.object({ from: moment, to: moment })),
  /** The old and new number of people, if some were removed. */
  party: z.nullish(z.object({ from: z.number(), to: z.number() })),
  given: z.optional(z.boolean()),
  /** How many people arrived, if the party didn't arrive together. */
  came: z.nullish(z.number()),
  /** The names of the details that the team corrected. */
  corrected: z.nullish(z.array(z.string())),
  /** The guest was asked to pay for a change, the team withdrew it, or another change replaced it. */
  asked: z.nullish(z.enum(['to_pay', 'withdrawn', 'replaced'])),
  /** The team charged and refunded nothing for a change. */
  price_kept: z.optional(z.boolean()),
});

const note = z.object({
  id: z.string(),
  text: z.string(),
  /** True if the note is shown with all of the guest's bookings in the territory. */
  about_guest: z.boolean(),
  /** Null if the author's account was deleted. */
  author: z.nullable(z.string()),
  at: z.string(),
  may_delete: z.boolean(),
});
export type BookingNote = z.infer<typeof note>;

const booking = z.object({
  kind: z.enum(SERVICE_KINDS),
  id: z.string(),
  territory_id: z.string(),
  title: z.string(),
  titles: namesShape,
  booking_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_status: z.string(),
  check_in_status: z.string(),
  /** The numbers of the people who have arrived, if only some have. */
  arrived: z.nullish(z.array(z.number())),
  total_price: z.number(),
  currency_code: z.string(),
  payment_method: z.string(),
  /** The cash due at the dock, or null if there is none. */
  amount_due: z.nullable(z.coerce.number()),
  /** The part paid by card. */
  card_amount: z.coerce.number(),
  live: z.boolean(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  disputed_amount: z.number(),
  on_its_way_amount: z.number(),
  refund_delayed: z.boolean(),
  /** The amount that can still be refunded. */
  refundable_amount: z.number(),
  /** The part of it that the policy kept of people who left. */
  fees_amount: z.number(),
  /** The part of the price that counts towards people or a date added later, because the team kept the price. */
  credit_amount: z.number(),
  /** What a guest who cancels now gets. Null for an ended booking. */
  policy: z.nullish(z.object({ name: z.nullable(z.string()), refund_percent: z.number(), refund_amount: z.number() })),
  /** True if the card is authorised and not charged. Cancelling releases the amount on hold. */
  authorised: z.boolean(),
  tourist: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.string() })),
  walk_in: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  /** The person who paid, if it wasn't the guest. Name and address are missing once their account is deleted. */
  payer: z.nullable(z.object({ full_name: z.nullish(z.string()), email: z.nullish(z.string()) })),
  whatsapp_number: z.string(),
  country: z.string(),
  speaks_spanish: z.boolean(),
  hotel_name: z.nullable(z.string()),
  hotel_address: z.nullish(z.string()),
  passengers: z.array(passenger),
  passport_required: z.boolean(),
  /** The positions of the photos that exist. */
  passports: z.array(z.number()),
  guide_name: z.nullable(z.string()),
  time_zone: z.string(),
  /** A change that waits for the guest's payment, if there is one. */
  unpaid_change: z.nullish(unpaidChange),
  /** The internal notes, newest first. */
  notes: z.array(note),
  tags: z.array(z.string()),
  history: z.array(event),
});
export type BookingDetail = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type BookingEvent = z.infer<typeof event>;
export type Passenger = z.infer<typeof passenger>;

async function getBooking(id: string, signal: AbortSignal): Promise<BookingDetail> {
  if (bookingIdIn(id) === null) throw new AppError('booking_not_found', t`Booking not found`, { status: 404 });
  const answer = await run(
    (db) => db.rpc('territory_booking', { p_booking_id: id }).abortSignal(signal),
    msg`Failed to load the booking. Please try again later.`,
  );
  return localizeTitle(readAnswer(booking, answer));
}

/** The key is below the key of the lists, so that both are refetched together. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'one', id] as const,
    queryFn: ({ signal }) => getBooking(id, signal),
  });

/** Withdraws a change that waits for the guest's payment. The booking stays as it is. */
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
  /** The email that the guest will get. */
  mail: z.nullable(z.enum(['cancelled', 'refund', 'reinstated'])),
  /** True if there is someone to notify. */
  told: z.boolean(),
  /** True if the departure's day has passed. */
  needs_reason: z.boolean(),
  /** True if the departure hasn't left. */
  upcoming: z.boolean(),
  guest_cancelled: z.boolean(),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type StatusPlan = z.infer<typeof plan>;

/**
 * Returns what a status would change for seats, money and the guest. The database makes the same plan again before
 * it acts.
 */
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

/** The plan that the person has seen, and the reason they gave. */
export interface Seen {
  /** The booking's previous status. */
  from: string;
  /** The amount shown in the plan. */
  amount: number;
  reason?: string;
}

/**
 * Sets any status. The database releases or takes seats and makes refunds. Fails with status_changed if someone was
 * faster, or with quote_changed, arrival_reason_required, check_in_too_early, no_show_too_early, money_went_back,
 * refund_promised, sold_out and others.
 */
export async function setBookingStatus(id: string, status: BookingStatus, seen: Seen): Promise<void> {
  const why = seen.reason ? { p_reason: seen.reason } : {};
  const args = { p_booking_id: id, p_status: status, p_from: seen.from, p_amount: seen.amount, ...why };
  await run((db) => db.rpc('set_booking_status', args), msg`Failed to update booking status. Please try again.`);
}

/**
 * Corrects details of a booking and returns whether anything has changed. `seen` has the previous values of the
 * same fields. Fails with 'changed_meanwhile' if a colleague has changed one of them. It is safe to repeat after a
 * lost response, because the second call changes nothing.
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

/** Adds an internal note. `key` is its id, so that a retry after a lost answer doesn't add a second note. */
export async function addNote(
  id: string,
  { text, about_guest }: Pick<BookingNote, 'text' | 'about_guest'>,
  key: string,
): Promise<void> {
  const args = { p_booking_id: id, p_note_id: key, p_text: text, p_about_guest: about_guest };
  await run((db) => db.rpc('add_booking_note', args), msg`Failed to add the note. Please try again.`);
}

/** Deletes a note, or does nothing if someone else has already deleted it. */
export async function deleteNote(id: string): Promise<void> {
  try {
    await run(
      (db) => db.rpc('delete_booking_note', { p_note_id: id }),
      msg`Failed to delete the note. Please try again.`,
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'note_not_found')) throw error;
  }
}

/** Adds a tag to a booking, or removes it. */
export async function setTag(id: string, tag: string, on: boolean): Promise<void> {
  await run(
    (db) => db.rpc('set_booking_tag', { p_booking_id: id, p_tag: tag, p_on: on }),
    msg`Failed to change the tags. Please try again.`,
  );
}

/** Returns the tags that a territory uses, the most frequent first. */
export const tagsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'tags', territoryId] as const,
    queryFn: ({ signal }) =>
      run(
        (db) => db.rpc('suggested_booking_tags', { p_territory_id: territoryId }).abortSignal(signal),
        msg`Failed to load the tags`,
      ),
  });

/** Refunds an amount. `left` is the refundable amount on the page. The refund is refused if it differs. */
export async function refundBooking(id: string, amount: number, left: number): Promise<void> {
  await run(
    (db) => db.rpc('refund_booking', { p_booking_id: id, p_amount: amount, p_left: left }),
    msg`Failed to refund the booking. Please check how much has been refunded, and try again.`,
  );
}

/**
 * Cancels a booking regardless of its policy and refunds everything (null), a part, or nothing (0). Repeating the
 * call changes nothing.
 */
export async function cancelAsStaff(id: string, amount: number | null, reason = ''): Promise<void> {
  const refund = { ...(amount !== null && { p_refund_amount: amount }), ...(reason && { p_reason: reason }) };
  await run(
    (db) => db.rpc('staff_cancel_booking', { p_booking_id: id, ...refund }),
    msg`Failed to cancel the booking. Please try again.`,
  );
}
