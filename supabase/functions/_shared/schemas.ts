import { z } from 'zod';

const kind = z.enum(['experience', 'transport']);
const bookingId = z.guid('booking_id is not valid');

export const holdBody = z.object({ hold_id: z.guid('hold_id is not valid') });
/** A link's secret. Anyone who has it has the right to what it opens. */
const link = z.string().regex(/^[0-9a-f]{32,128}$/, 'link is not valid');
/** The user's own hold, one of an offer's link, or the link to pay for a dock sale. */
export const payBody = z.union([holdBody.extend({ offer: link }), holdBody, z.object({ link })]);
/** The user's own hold, or a dock sale that waits for the guest's card. */
export const releaseBody = z.union([holdBody, z.object({ sale_id: z.guid('sale_id is not valid') })]);

export const bookingEmailBody = z.object({ type: kind, booking_id: bookingId });
const bookingBody = z.object({ booking_id: bookingId });
const POSITION = 'position is not valid';
/** A booking's passport image by its position, starting at 1. */
export const passportBody = bookingBody.extend({ position: z.int(POSITION).min(1, POSITION).max(1000, POSITION) });
export const removePassportBody = z.union([z.object({ path: z.string().max(200) }), passportBody]);

export const signTicketsBody = z.union([
  z.object({
    booking_ids: z.array(bookingId).min(1, 'booking_ids is empty').max(100, 'booking_ids has more than 100 entries'),
  }),
  /** The link of a dock ticket. Anyone who has it has the ticket. */
  z.object({ link }),
  /** The link of a passenger's own ticket. */
  z.object({ passenger_code: link }),
]);

export const walletPassBody = bookingBody.extend({
  wallet: z.enum(['apple', 'google']),
  language: z.string().max(10).nullish(),
});

/** Results of database functions. They are parsed, so that a change there fails here with a name. */
export const begunPayment = z.object({
  hold_id: z.string(),
  kind,
  payment_intent_id: z.string().nullable(),
  status: z.string(),
  amount_minor: z.number().int().positive(),
  currency: z.string(),
  territory_id: z.string(),
  idempotency_key: z.string(),
  /** For a change, the booking's waiting PaymentIntent, which must be charged first. */
  charge_first: z.string().nullish(),
});

export type BegunPayment = z.infer<typeof begunPayment>;

export const paymentState = z.object({
  state: z.enum(['booked', 'processing', 'requires_payment', 'void', 'unknown']),
  kind: kind.nullish(),
  hold_id: z.string().nullish(),
  booking_id: z.string().nullish(),
});
export type PaymentState = z.infer<typeof paymentState>;

export const ticketToSign = z.object({
  booking_id: z.string(),
  kind,
  departure_id: z.string(),
  service_date: z.string(),
  start_time: z.string().nullable(),
  num_people: z.number(),
  booking_type: z.string(),
  code: z.string(),
  version: z.number(),
  /** The passenger of an own ticket. Without one, it is the ticket of the whole booking. */
  passenger: z.number().optional(),
});

export const paymentOfHold = z.object({
  payment_intent_id: z.string().nullable(),
  status: z.string().nullable(),
  hold: z.object({
    kind,
    state: z.enum(['held', 'consumed', 'released', 'void']),
    booking_id: z.string().nullable(),
  }),
});

export const stripeOps = z.array(
  z.object({
    // PostgREST returns a bigint as a number, while a driver may return a string.
    id: z.coerce.number(),
    payment_intent_id: z.string(),
    op: z.string(),
    line_id: z.string().nullable(),
    booking_id: z.string().nullable(),
    amount_minor: z.coerce.number().nullable(),
    stripe_id: z.string().nullable(),
    attempts: z.coerce.number(),
    idempotency_key: z.string(),
  }),
);
export type StripeOp = z.infer<typeof stripeOps>[number];

export const objectNames = z.array(z.string());

export const eventIds = z.array(z.string());
export const dueEvents = z.object({ since: z.coerce.date(), retry: eventIds });
/** The rows that break a rule, at most 20 of `total`. */
export const brokenRows = z.object({
  total: z.coerce.number(),
  rows: z.array(
    z.object({
      rule: z.string(),
      subject: z.string().nullable(),
      expected: z.coerce.number().nullable(),
      actual: z.coerce.number().nullable(),
      todo: z.string().nullable(),
    }),
  ),
});

export const releaseExpiredResult = z.object({
  released: z.number(),
  cancel_queued: z.number(),
  payment_intents: z.array(z.string()),
});

/** The numbers of completed items. */
export const departuresRun = z.record(z.string(), z.number());

export const reconcilerHealth = z.object({
  last_run_at: z.string().nullable(),
  late: z.boolean(),
  waiting: z.number(),
  parked: z.number(),
});

/** `email` comes from the form, while the email that is sent uses the account's address. */
export const contactBody = z.object({
  name: z.string().max(500),
  email: z.string().max(500).nullish(),
  subject: z.string().max(500).nullish(),
  message: z.string().max(20_000),
  captcha_token: z.string().max(4000).nullish(),
});

export const applicationBody = z.object({
  kind: z.string().max(100),
  name: z.string().max(500),
  email: z.string().max(500),
  phone: z.string().max(500).nullish(),
  territory_id: z.string().max(100).nullish(),
  message: z.string().max(20_000).nullish(),
  captcha_token: z.string().max(4000).nullish(),
});
