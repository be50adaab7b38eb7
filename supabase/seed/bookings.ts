import { createHash } from 'node:crypto';
import type { Calendar } from './calendar.ts';
import { people } from './content/people.ts';
import type { Role } from './content/types.ts';
import { countryOf, passengers, speaksSpanish } from './guests.ts';
import { phoneOf, required, uuidOf } from './ids.ts';
import { passportObject } from './media.ts';
import type { Departure, Offer } from './offers.ts';
import { userId } from './people.ts';
import type { PlannedBooking } from './plan.ts';
import { linkOf } from './referrals.ts';
import { insertRows, type Row, type Sql } from './rows.ts';

const WAIVER_VERSION = '2026-01';
const PASSPORT_DAYS = 30;
const CURRENCY = 'GTQ';

/** A booking with its ids, its instants and its price. */
export interface SeededBooking extends PlannedBooking {
  id: string;
  holdId: string;
  madeAt: Date;
  /** When the service starts, or started. */
  startsAt: Date;
  /** When the money arrived, or null. */
  paidAt: Date | null;
  /** When it was cancelled or refunded. */
  endedAt: Date | null;
  unitPrice: number;
  total: number;
  link: { id: string; partnerId: string; rate: number } | null;
}

function paidAt(booking: PlannedBooking, madeAt: Date, startsAt: Date): Date | null {
  if (booking.method === 'card') return new Date(madeAt.getTime() + 90_000);
  // Cash is paid at the dock.
  return booking.status === 'checked_in' ? startsAt : null;
}

export function settle(booking: PlannedBooking, calendar: Calendar): SeededBooking {
  const { offer, time, day } = booking.departure;
  const startsAt = calendar.instant(day, time.start);
  const lead = new Date(startsAt.getTime() - booking.lead * 3_600_000);
  // Future trips were booked within the last three weeks, and at least an hour ago.
  const madeAt = calendar.earliest(lead, calendar.ago(1 + ((booking.lead * 7) % 500)));
  const ended = booking.status === 'cancelled' || booking.status === 'refunded';
  const unitPrice = required(booking.type === 'private' ? offer.private : offer.shared, `the price of ${offer.path}`);
  const halfway = new Date(
    madeAt.getTime() + (Math.min(startsAt.getTime(), calendar.now.getTime()) - madeAt.getTime()) / 2,
  );
  return {
    ...booking,
    id: uuidOf(booking.name),
    holdId: uuidOf(`hold/${booking.name}`),
    madeAt,
    startsAt,
    paidAt: paidAt(booking, madeAt, startsAt),
    endedAt: ended ? halfway : null,
    unitPrice,
    total: booking.type === 'private' ? unitPrice : unitPrice * booking.people,
    link: linkOf(booking.by, offer.territory),
  };
}

const departureRow = ({ id, offer, time, day, sold, exclusive }: Departure, calendar: Calendar): Row => ({
  id,
  slot_id: time.id,
  service_id: offer.id,
  kind: offer.kind,
  territory_id: offer.territory,
  service_date: calendar.date(day),
  capacity: offer.capacity,
  sold,
  exclusive,
  start_time: sold > 0 ? time.start : null,
});

/** Returns the form's values, for both hold and booking. */
function form(booking: SeededBooking): Row {
  const { offer, day } = booking.departure;
  const keepsPassport = offer.passport && day > -PASSPORT_DAYS && booking.endedAt === null;
  return {
    whatsapp_number: phoneOf(booking.by),
    country: countryOf(booking.by),
    speaks_spanish: speaksSpanish(booking.by),
    hotel_name: booking.hotel,
    passport_images: keepsPassport ? [passportObject(userId(booking.by))] : [],
    waiver_version: WAIVER_VERSION,
  };
}

/** Returns the person who scans the tickets: the guide, the shuttle manager or the territory's manager. */
function hostOf(offer: Offer): string {
  const team = people.filter(({ territory }) => territory === offer.territory);
  const held = (role: Role) => team.find(({ roles }) => roles?.includes(role))?.key;
  const deputy = (offer.kind === 'transport' ? held('shuttle_manager') : undefined) ?? held('territory_manager');
  return offer.guideId ?? userId(required(deputy, `a host in ${offer.territory}`));
}

const attended = (status: string) => (status === 'checked_in' || status === 'no_show' ? status : 'pending');
/** Payouts are made two weeks after the service. */
function payout(booking: SeededBooking): string {
  // A late cancellation isn't refunded, so the operator is paid anyway.
  if (booking.status === 'refunded' || (booking.endedAt !== null && booking.paidAt === null)) return 'cancelled';
  return booking.departure.day < -14 && booking.paidAt !== null ? 'paid' : 'pending';
}

const common = (booking: SeededBooking, calendar: Calendar): Row => ({
  departure_id: booking.departure.id,
  territory_id: booking.departure.offer.territory,
  start_time: booking.departure.time.start,
  num_people: booking.people,
  seats: booking.seats,
  booking_type: booking.type,
  payment_method: booking.method,
  unit_price: booking.unitPrice,
  total_price: booking.total,
  currency_code: CURRENCY,
  referral_link_id: booking.link?.id ?? null,
  created_at: calendar.earliest(booking.madeAt),
});

export const orderId = (booking: SeededBooking) => uuidOf(`order/${booking.name}`);

const holdRow = (booking: SeededBooking, calendar: Calendar): Row => ({
  ...common(booking, calendar),
  id: booking.holdId,
  user_id: userId(booking.by),
  idempotency_key: uuidOf(`request/${booking.name}`),
  payload_hash: createHash('sha256').update(booking.name).digest('hex'),
  order_id: orderId(booking),
  kind: booking.departure.offer.kind,
  partner_rate: booking.link?.rate ?? 0,
  form: {
    ...form(booking),
    passenger_details: booking.departure.offer.kind === 'transport' ? passengers(booking.by, booking.people) : null,
  },
  state: 'consumed',
  expires_at: new Date(booking.madeAt.getTime() + 15 * 60_000),
});

/**
 * Returns when the guests arrived, which is a little early. A no-show is known at departure, or without a time at
 * the end of the day.
 */
function arrivedAt(booking: SeededBooking, checkIn: string, calendar: Calendar): Date | null {
  if (checkIn === 'pending') return null;
  if (checkIn === 'checked_in') return new Date(booking.startsAt.getTime() - 8 * 60_000);
  const { time, day } = booking.departure;
  return time.start === null ? calendar.instant(day + 1, '00:00') : booking.startsAt;
}

function bookingRow(booking: SeededBooking, calendar: Calendar): Row {
  const { offer, time, day } = booking.departure;
  const checkIn = attended(booking.status);
  const share = payout(booking);
  const ride = offer.kind === 'transport';
  return {
    ...common(booking, calendar),
    ...form(booking),
    kind: offer.kind,
    service_id: offer.id,
    slot_id: time.id,
    guide_id: ride ? null : offer.guideId,
    passenger_details: ride ? passengers(booking.by, booking.people) : [],
    id: booking.id,
    hold_id: booking.holdId,
    tourist_id: userId(booking.by),
    booking_date: calendar.date(day),
    payment_status: booking.paidAt === null ? 'pending' : 'completed',
    status: booking.status,
    check_in_status: checkIn,
    checked_in_at: arrivedAt(booking, checkIn, calendar),
    checked_in_by: checkIn === 'pending' ? null : hostOf(offer),
    waiver_accepted_at: booking.madeAt,
    cancellation_policy: offer.policy,
    operator_status: share,
    territory_status: share,
    partner_status: booking.link === null ? 'pending' : share,
    updated_at: booking.endedAt ?? booking.paidAt ?? booking.madeAt,
  };
}

/** Returns the code of a booking: 128 bits derived from its name, so that tickets are the same on every machine. */
const codeRow = (booking: SeededBooking): Row => ({
  booking_id: booking.id,
  tourist_id: userId(booking.by),
  code: createHash('sha256').update(`code/${booking.name}`).digest('hex').slice(0, 32),
});

function eventRows(booking: SeededBooking): Row[] {
  const steps: { to: string; at: Date; actor: string | null }[] = [
    { to: 'ordered', at: booking.madeAt, actor: userId(booking.by) },
  ];
  const paidFirst = booking.method === 'card' && booking.paidAt !== null;
  if (paidFirst) steps.push({ to: 'paid', at: booking.paidAt ?? booking.madeAt, actor: null });
  if (booking.status !== steps.at(-1)?.to) {
    const came = booking.status === 'checked_in' || booking.status === 'no_show';
    const at = booking.endedAt ?? (came ? booking.startsAt : new Date(booking.madeAt.getTime() + 1_800_000));
    steps.push({ to: booking.status, at, actor: came ? hostOf(booking.departure.offer) : null });
  }
  return steps.map(({ to, at, actor }, index) => ({
    booking_id: booking.id,
    territory_id: booking.departure.offer.territory,
    actor_id: actor,
    from_status: steps[index - 1]?.to ?? null,
    to_status: to,
    created_at: at,
  }));
}

const orderRow = (booking: SeededBooking): Row => ({
  id: orderId(booking),
  tourist_id: userId(booking.by),
  currency_code: CURRENCY,
  created_at: booking.madeAt,
});

/** Inserts departures with sold seats, holds, bookings, codes and history. */
export async function seedBookings(
  sql: Sql,
  calendar: Calendar,
  departures: readonly Departure[],
  bookings: readonly SeededBooking[],
): Promise<void> {
  await insertRows(
    sql,
    'public.departures',
    departures.map((departure) => departureRow(departure, calendar)),
  );
  await insertRows(
    sql,
    'private.holds',
    bookings.map((booking) => holdRow(booking, calendar)),
  );
  await insertRows(
    sql,
    'public.bookings',
    bookings.map((booking) => bookingRow(booking, calendar)),
  );
  await insertRows(sql, 'private.orders', bookings.map(orderRow));
  await insertRows(sql, 'public.booking_codes', bookings.map(codeRow));
  await insertRows(sql, 'public.booking_events', bookings.flatMap(eventRows));
}
