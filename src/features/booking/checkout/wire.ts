import { z } from 'zod/mini';
import { waiverVersion } from '@/features/booking/waiver/version';
import type { BookingForm } from './draft';
import { passengersOf } from './passengers/passengers';
import type { Departure, Hold, Intent, PaymentState, Quote, Service } from './types';

/** What the database and the functions say, and how it becomes what the checkout works with. */
const line = z.pipe(
  z.object({
    code: z.enum(['per_person', 'whole_group']),
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
  cancellation_policy: z.nullish(z.string()),
});

export function readHold(value: unknown): Hold {
  const row = hold.parse(value);
  return {
    id: row.hold_id,
    state: row.state,
    // By this device's clock, which may be hours off.
    expiresAt: new Date(Date.now() + row.seconds_left * 1000).toISOString(),
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
    cancellationPolicy: row.cancellation_policy ?? null,
  };
}

const quote = z.object({ currency_symbol: z.string(), total_price: z.coerce.number(), lines: z.array(line) });

export function readQuote(value: unknown): Quote {
  const row = quote.parse(value);
  return { currencySymbol: row.currency_symbol, totalPrice: row.total_price, lines: row.lines };
}

const departure = z.object({
  timeslot_id: z.string(),
  service_date: z.string(),
  start_time: z.string(),
  capacity: z.number(),
  available: z.number(),
  closed: z.boolean(),
});
const transportDeparture = z.extend(z.omit(departure, { timeslot_id: true, start_time: true }), {
  departure_time: z.nullable(z.string()),
});

export function readDepartures(value: unknown): Departure[] {
  return z
    .array(departure)
    .parse(value)
    .map((row) => ({
      timeslotId: row.timeslot_id,
      date: row.service_date,
      startTime: row.start_time,
      capacity: row.capacity,
      available: row.available,
      closed: row.closed,
    }));
}

export function readTransportDepartures(value: unknown): Departure[] {
  return z
    .array(transportDeparture)
    .parse(value)
    .map((row) => ({
      timeslotId: null,
      date: row.service_date,
      startTime: row.departure_time,
      capacity: row.capacity,
      available: row.available,
      closed: row.closed,
    }));
}

const intent = z.object({ client_secret: z.string(), payment_intent_id: z.string() });

export function readIntent(value: unknown): Intent {
  const row = intent.parse(value);
  return { clientSecret: row.client_secret, paymentIntentId: row.payment_intent_id };
}

const settlement = z.object({
  state: z._default(z.enum(['booked', 'processing', 'requires_payment', 'void']), 'booked'),
  booking_id: z.nullish(z.string()),
});

export function readSettlement(value: unknown): { state: PaymentState; bookingId: string | null } {
  const row = settlement.parse(value);
  return { state: row.state, bookingId: row.booking_id ?? null };
}

/** What only one of the two kinds sends: the timeslot of an experience, the passengers of a transport. */
function ofKind({ kind, id }: Pick<Service, 'kind' | 'id'>, form: BookingForm) {
  if (kind === 'experience') return { kind, experience_id: id, timeslot_id: form.timeslotId };
  const passengers = passengersOf(form).map(({ speaksSpanish, ...texts }) => ({
    ...trimmed(texts),
    speaks_spanish: speaksSpanish,
  }));
  return { kind, transport_id: id, passenger_details: passengers };
}

const trimmed = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));

/** The body of create_hold: ids, quantities and the form; prices are the database's. */
export function holdRequest(service: Pick<Service, 'kind' | 'id'>, form: BookingForm, requestKey: string) {
  return {
    request_key: requestKey,
    ...ofKind(service, form),
    service_date: form.serviceDate,
    booking_type: form.bookingType,
    num_people: form.numPeople,
    payment_method: form.paymentMethod,
    whatsapp_number: form.whatsappNumber,
    country: form.country,
    speaks_spanish: form.speaksSpanish,
    hotel_name: form.hotelName.trim() || null,
    passport_image: form.passport?.path ?? null,
    waiver_version: waiverVersion,
  };
}
export type HoldRequest = ReturnType<typeof holdRequest>;
