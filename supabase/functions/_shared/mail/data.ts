import { z } from 'zod';

// The outbox data of each email. It is parsed, so that a change in the database fails here with a name, and no
// other data gets into an email.

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
  /** True for a dock ticket, whose guest has no account. */
  walk_in: z.boolean().nullish(),
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
  hotel: z.string().nullish(),
  /** When the guest of a ride is picked up at the hotel, local to the territory. */
  pickupLocal: z.string().nullish(),
  stamp: z.string().optional(),
});

/** How many guests a shared departure has and needs, when the email is written. */
const minimumData = z.object({
  status: z.enum(['scheduled', 'confirmed']),
  min_to_run: z.number(),
  sold: z.number(),
  /** Null if it leaves too soon to ask its operator, so that it goes ahead with fewer guests. */
  decides_at: z.string().nullable(),
  time_zone: z.string(),
});

export const bookingData = z.object({
  ...service,
  /** Lower than the sold price, if the guest has changed the booking after paying. */
  price_now: z.coerce.number(),
  booking_id: z.guid(),
  payment_method: z.string(),
  payment_status: z.string(),
  status: z.string(),
  cancellation_policy: z.string().nullish(),
  ended_by: z.string().nullish(),
  /** The previous service, if the booking moved to another one. */
  moved_from: z.object({ title: z.string(), place: z.string().nullish() }).nullish(),
  /** Set if the booking ended because its departure was cancelled. */
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
  /** The amount charged now to a card that waited. */
  charged_now: z.coerce.number().nullish(),
  released: z.boolean().default(false),
  refund_due: z.coerce.number().default(0),
  refunded: z.coerce.number().default(0),
  /** The part that was refunded before the booking ended. */
  refunded_before: z.coerce.number().default(0),
  /** True if the booking was reinstated. */
  reinstated: z.boolean().default(false),
  /** True if a card payment was refunded before, so that the booking is now paid in cash. */
  unpaid_again: z.boolean().default(false),
  /** The refund that was dropped because of that. */
  called_off: z.coerce.number().nullish(),
  /** True if the trip needs a passport photo and the booking has none, so that the email asks for it. */
  lacks_passport: z.boolean().nullish(),
  /** True if the payer has transferred the ticket. */
  paid_by_other: z.boolean().default(false),
  time_zone: z.string().nullish(),
  /** A change by the territory's team: the previous values, or the amount to pay first. */
  changed: z
    .object({
      date: z.object({ service_date: z.string(), start_time: z.string().nullish() }).optional(),
      people: z.number().optional(),
      corrected: z.array(z.enum(['contact', 'hotel', 'names'])).optional(),
      /** The former pickup time, if that has changed with the hotel. */
      pickup_before: z.string().nullish(),
      refund_amount: z.coerce.number().optional(),
      /** The extra price of a booking that was paid in cash, taken by the team. */
      cash_paid: z.coerce.number().optional(),
      due: z.coerce.number().optional(),
      pay_by: z.string().optional(),
      moves: z.boolean().optional(),
      /** True if the team no longer asks for that payment. */
      withdrawn: z.boolean().optional(),
      /** The booking as it will be, or would have been, once that is paid. */
      planned: z
        .object({
          title: z.string().nullish(),
          service_date: z.string(),
          start_time: z.string().nullish(),
          people: z.number(),
          joining: z.array(z.string().nullable()),
        })
        .nullish(),
    })
    .nullish(),
  /** When the guest of a ride is picked up at the hotel, local to the territory, with the announced delay. */
  pickup_at: z.string().nullish(),
  /** When a delayed departure is expected to leave. */
  expected_time: z.string().nullish(),
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
  /** True if the payment was for a change, such as more people or a higher price. */
  of_change: z.boolean().default(false),
  /** True if the booking was changed in another way before. */
  replaced: z.boolean().default(false),
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

export const payeeAccountData = z.object({
  full_name: z.string().nullish(),
  deleted: z.boolean(),
  /** The masked number, such as '•••• 4821'. */
  account_number: z.string(),
  at: z.string(),
  time_zone: z.string(),
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

/** `count` has all events of the email, and `bookings` the newest ones. */
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
  slot_id: z.guid(),
  service_date: z.string(),
  title: z.string(),
  start_time: z.string().nullish(),
  capacity: z.number(),
  guests: z.number(),
  leaders: z.array(z.string()),
  /** True if some guests have no guide or driver. */
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
  /** The number of departures without bookings. */
  empty: z.number(),
  /** The number of role requests for the reader to decide. */
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
