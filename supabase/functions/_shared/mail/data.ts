import { z } from 'zod';

// What the database puts into the outbox for each mail. Parsed, so that a change over there fails here with a name, and so that
// nothing else that stands in a row can get into a mail.

const kind = z.enum(['experience', 'transport']);
const price = { currency_code: z.string(), currency_symbol: z.string() };

const service = {
  kind,
  title: z.string(),
  booking_date: z.string(),
  start_time: z.string().nullish(),
  num_people: z.number(),
  booking_type: z.string(),
  total_price: z.coerce.number(),
  ...price,
  territory_name: z.string(),
  full_name: z.string().nullish(),
  /** Bought at the dock: its guest has no account. */
  walk_up: z.boolean().nullish(),
};

export const calendarData = z.object({
  uid: z.string(),
  sequence: z.number(),
  status: z.enum(['CONFIRMED', 'TENTATIVE', 'CANCELLED']),
  title: z.string(),
  startLocal: z.string(),
  endLocal: z.string().nullish(),
  endsAt: z.string().nullish(),
  timeZone: z.string(),
  location: z.string().nullish(),
  stamp: z.string().optional(),
});

/** How many guests a shared departure has of those that it needs, as of when the letter was written. */
const minimumData = z.object({
  status: z.enum(['scheduled', 'confirmed']),
  min_to_run: z.number(),
  sold: z.number(),
  /** Null: it leaves too soon to ask those who run it, so it runs with fewer. */
  decides_at: z.string().nullable(),
  time_zone: z.string(),
});

export const bookingData = z.object({
  ...service,
  /** Less than was sold, where its guest has changed it after paying. */
  price_now: z.coerce.number(),
  booking_id: z.guid(),
  payment_method: z.string(),
  payment_status: z.string(),
  status: z.string(),
  cancellation_policy: z.string().nullish(),
  ended_by: z.string().nullish(),
  /** Its guest chose this service instead of that one, which did not take place. */
  moved_from: z.object({ title: z.string(), place: z.string().nullish() }).nullish(),
  /** It ended as its departure did not take place. */
  cancelled_departure: z.object({ reason: z.string(), message: z.string().nullish() }).nullish(),
  guide_name: z.string().nullish(),
  hotel_name: z.string().nullish(),
  meeting_point: z.string().nullish(),
  meeting_point_link: z.string().nullish(),
  what_to_bring: z.string().nullish(),
  pickup_location: z.string().nullish(),
  pickup_directions: z.string().nullish(),
  pickup_map: z.string().nullish(),
  transport_type: z.string().nullish(),
  destination: z.string().nullish(),
  country: z.string().nullish(),
  check_in_code: z.string().nullish(),
  paid: z.coerce.number().default(0),
  /** What a card that waited for the decision is charged now. */
  charged_now: z.coerce.number().nullish(),
  released: z.boolean().default(false),
  refund_due: z.coerce.number().default(0),
  refunded: z.coerce.number().default(0),
  /** Of what has gone back, what did before this ending. */
  refunded_before: z.coerce.number().default(0),
  /** The booking had ended and stands again. */
  reinstated: z.boolean().default(false),
  /** What a card had paid went back before: it is paid in cash now. */
  unpaid_again: z.boolean().default(false),
  /** The refund that does not take place for that reason. */
  called_off: z.coerce.number().nullish(),
  /** Whoever paid has given the ticket away. */
  paid_by_other: z.boolean().default(false),
  calendar: calendarData.nullish(),
  minimum: minimumData.nullish(),
});
export type BookingData = z.infer<typeof bookingData>;

export const failedPaymentData = z.object({
  ...service,
  service_id: z.guid(),
  time_zone: z.string(),
  held_until: z.string().nullish(),
  reason: z.enum(['declined', 'returned']),
  /** It was for a change of a booking: more people, or a dearer departure. */
  of_change: z.boolean().default(false),
});
export type FailedPaymentData = z.infer<typeof failedPaymentData>;

export const messageData = z.object({
  full_name: z.string().nullish(),
  conversation: z.object({ kind, booking_id: z.guid() }),
  messages: z.array(z.object({ text: z.string(), sender_name: z.string().nullish() })).min(1),
});

export const roleDecidedData = z.object({
  full_name: z.string().nullish(),
  role: z.string(),
  approved: z.boolean(),
  reason: z.string().nullish(),
  territory_name: z.string().nullish(),
});

export const payoutData = z.object({
  id: z.guid(),
  number: z.string(),
  ...price,
  amount: z.coerce.number(),
  lines: z.number(),
  paid_on: z.string(),
  reference: z.string().nullish(),
  reverses: z.guid().nullish(),
  reason: z.string().nullish(),
  payee_name: z.string().nullish(),
  territory_name: z.string(),
  first_trip: z.string(),
  last_trip: z.string(),
});

/** `count`: all that the letter tells of; `bookings`: the newest of them. */
export const teamBookingsData = z.object({
  full_name: z.string().nullish(),
  territory_name: z.string(),
  count: z.number(),
  bookings: z
    .array(
      z.object({
        what: z.enum(['new', 'cancelled']),
        kind,
        id: z.guid(),
        title: z.string(),
        booking_date: z.string(),
        start_time: z.string().nullish(),
        num_people: z.number(),
        booking_type: z.string(),
        total_price: z.coerce.number(),
        ...price,
      }),
    )
    .min(1),
});

const tomorrowDeparture = z.object({
  kind,
  service_id: z.guid(),
  timeslot_id: z.guid().nullish(),
  service_date: z.string(),
  title: z.string(),
  start_time: z.string().nullish(),
  capacity: z.number(),
  guests: z.number(),
  leaders: z.array(z.string()),
  /** Some of its guests have nobody who guides or drives. */
  unled: z.boolean(),
  exclusive: z.boolean(),
  to_collect: z.array(z.object({ ...price, amount: z.coerce.number() })),
});
export type TomorrowDeparture = z.infer<typeof tomorrowDeparture>;

export const tomorrowData = z.object({
  full_name: z.string().nullish(),
  territory_name: z.string(),
  day: z.string(),
  departures: z.array(tomorrowDeparture),
  /** Departures that nobody has booked. */
  empty: z.number(),
  /** Requests for a role that the reader decides. */
  requests: z.number(),
});

export const inviteData = z.object({
  code: z.string().regex(/^[0-9a-f]{32,128}$/),
  full_name: z.string().nullish(),
  roles: z.array(z.string()).min(1),
  territory_name: z.string().nullish(),
  inviter_name: z.string().nullish(),
  time_zone: z.string().nullish(),
  expires_at: z.string(),
});

export const contactData = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string().nullish(),
  message: z.string(),
});
