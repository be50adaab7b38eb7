import { z } from 'zod/mini';
import { waiverVersion } from '@/features/booking/waiver/version';
import { readAnswer } from '@/lib/api/read-answer';
import type { BookingForm } from './form/booking-form';
import { passengersOf } from './form/passengers';
import type { BookingType, Service } from './service';

type PaymentMethod = 'card' | 'cash';

/**
 * A bookable departure on a date. Times are HH:MM:SS in the territory's time zone. Transport leaves once a day
 * without a time slot, and a private car may have no fixed time.
 */
export type Departure = {
  slotId: string;
  date: string;
  startTime: string | null;
  capacity: number;
  /** Includes the seats that the reader holds, because a new hold replaces the old one. */
  available: number;
  /** How many of the available seats the reader may book in cash. */
  cashSeats: number;
  closed: boolean;
};

export type PriceLine = {
  code: 'per_person' | 'whole_group' | 'other_departure';
  unitPrice: number;
  quantity: number;
  amount: number;
};
export type Quote = { currencySymbol: string; totalPrice: number; lines: PriceLine[] };

/** Seats held for fifteen minutes at a fixed price. */
export type Hold = {
  id: string;
  state: 'held' | 'consumed' | 'released' | 'void';
  expiresAt: string; // by this device's clock
  slotId: string;
  serviceDate: string;
  startTime: string | null;
  bookingType: BookingType;
  paymentMethod: PaymentMethod;
  numPeople: number;
  totalPrice: number;
  currencyCode: string;
  currencySymbol: string;
  lines: PriceLine[];
  bookingId: string | null;
  /** False if the seats aren't reserved until the card is accepted. */
  keepsSeats: boolean;
  /** True if this hold replaced one from another tab or device for the same departure. */
  tookOver: boolean;
  /**
   * For an ended hold, whether another tab or device now holds the departure ('held') or has booked it ('booked').
   */
  elsewhere: 'held' | 'booked' | null;
  /** The policy as it was when the seats were held. */
  cancellationPolicy: string | null;
};

export type Intent = { clientSecret: string; paymentIntentId: string };
export type PaymentState = 'booked' | 'processing' | 'requires_payment' | 'void';

const line = z.pipe(
  z.object({
    code: z.enum(['per_person', 'whole_group', 'other_departure']),
    unit_price: z.coerce.number(),
    quantity: z.number(),
    amount: z.coerce.number(),
  }),
  z.transform(({ code, unit_price, quantity, amount }) => ({ code, unitPrice: unit_price, quantity, amount })),
);

const hold = z.object({
  hold_id: z.string(),
  state: z.enum(['held', 'consumed', 'released', 'void']),
  seconds_left: z.coerce.number(),
  slot_id: z.string(),
  service_date: z.string(),
  start_time: z.nullish(z.string()),
  booking_type: z.enum(['shared', 'private']),
  payment_method: z.enum(['card', 'cash']),
  num_people: z.number(),
  total_price: z.coerce.number(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  lines: z.array(line),
  booking_id: z.nullish(z.string()),
  keeps_seats: z.boolean(),
  took_over: z.boolean(),
  elsewhere: z.nullish(z.enum(['held', 'booked'])),
  cancellation_policy: z.nullish(z.string()),
});

export function readHold(value: unknown): Hold {
  const row = readAnswer(hold, value);
  return {
    id: row.hold_id,
    state: row.state,
    // We compute the time from the seconds left, because this device's clock may be hours off.
    expiresAt: new Date(Date.now() + row.seconds_left * 1000).toISOString(),
    slotId: row.slot_id,
    serviceDate: row.service_date,
    startTime: row.start_time ?? null,
    bookingType: row.booking_type,
    paymentMethod: row.payment_method,
    numPeople: row.num_people,
    totalPrice: row.total_price,
    currencyCode: row.currency_code,
    currencySymbol: row.currency_symbol,
    lines: row.lines,
    bookingId: row.booking_id ?? null,
    keepsSeats: row.keeps_seats,
    tookOver: row.took_over,
    elsewhere: row.elsewhere ?? null,
    cancellationPolicy: row.cancellation_policy ?? null,
  };
}

const quote = z.object({ currency_symbol: z.string(), total_price: z.coerce.number(), lines: z.array(line) });

export function readQuote(value: unknown): Quote {
  const row = readAnswer(quote, value);
  return { currencySymbol: row.currency_symbol, totalPrice: row.total_price, lines: row.lines };
}

const departures = z.array(
  z.object({
    slot_id: z.string(),
    service_date: z.string(),
    // A private car has no start time, because it leaves when the guest calls it.
    start_time: z.nullable(z.string()),
    capacity: z.number(),
    available: z.number(),
    closed: z.boolean(),
    cash_seats: z.number(),
  }),
);

export const readDepartures = (value: unknown): Departure[] =>
  readAnswer(departures, value).map((row) => ({
    slotId: row.slot_id,
    date: row.service_date,
    startTime: row.start_time,
    capacity: row.capacity,
    available: row.available,
    closed: row.closed,
    cashSeats: row.cash_seats,
  }));

const details = z.nullable(
  z.object({
    whatsapp_number: z.string(),
    country: z.nullable(z.string()),
    speaks_spanish: z.boolean(),
    hotel_name: z.nullable(z.string()),
  }),
);
export type Details = z.infer<typeof details>;

export const readDetails = (value: unknown): Details => readAnswer(details, value);

const intent = z.object({ client_secret: z.string(), payment_intent_id: z.string() });

export function readIntent(value: unknown): Intent {
  const row = readAnswer(intent, value);
  return { clientSecret: row.client_secret, paymentIntentId: row.payment_intent_id };
}

const settlement = z.object({
  state: z._default(z.enum(['booked', 'processing', 'requires_payment', 'void']), 'booked'),
  booking_id: z.nullish(z.string()),
});

export function readSettlement(value: unknown): { state: PaymentState; bookingId: string | null } {
  const row = readAnswer(settlement, value);
  return { state: row.state, bookingId: row.booking_id ?? null };
}

/** Returns the ids of the booked service, with the passengers if it is transport. */
const ofService = ({ kind, id }: Pick<Service, 'kind' | 'id'>, form: BookingForm) => ({
  kind,
  service_id: id,
  slot_id: form.slotId,
  ...(kind === 'transport' && { passenger_details: passengerDetails(form) }),
});

const passengerDetails = (form: BookingForm) =>
  passengersOf(form).map(({ speaksSpanish, ...texts }) => ({ ...trimmed(texts), speaks_spanish: speaksSpanish }));

const trimmed = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));

/**
 * Returns the body of create_hold, with ids, quantities and the form. The database sets the prices. `replaces` is
 * the hold that is replaced in the same step.
 */
export function holdRequest(
  service: Pick<Service, 'kind' | 'id'>,
  form: BookingForm,
  idempotencyKey: string,
  replaces: string | null = null,
) {
  return {
    idempotency_key: idempotencyKey,
    ...ofService(service, form),
    service_date: form.serviceDate,
    booking_type: form.bookingType,
    num_people: form.numPeople,
    payment_method: form.paymentMethod,
    ...ofPerson(form),
    ...(replaces && { replaces }),
  };
}

/** Returns the fields that both kinds share, without transport's list of passengers. */
const ofPerson = (form: BookingForm) => ({
  whatsapp_number: form.whatsappNumber,
  country: form.country,
  speaks_spanish: form.speaksSpanish,
  hotel_name: form.hotelName.trim() || null,
  passport_images: form.passports.map(({ path }) => path),
  waiver_version: waiverVersion,
});

/** Returns the body of accept_ticket_transfer, with the person's data and the version of the ticket they saw. */
export const acceptanceOf = (kind: Service['kind'], form: BookingForm, version: string) => ({
  ...ofPerson(form),
  ...(kind === 'transport' && { passenger_details: passengerDetails(form) }),
  version,
});
export type HoldRequest = ReturnType<typeof holdRequest>;
