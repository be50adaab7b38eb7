import { randomUUID } from 'node:crypto';
import { payFor } from '../booking/support/checkout.ts';
import { createHold, daysFromNow, holdRequest } from '../booking/support/fixture.ts';
import { statusCall } from '../booking/support/status.ts';
import { at, type BookingRow, guestOf, hostsOf, type Json, onBooking, type Turn } from './turn.ts';

/** Actions on bookings: create, pay, cancel, use, pay out, write about. */

const TOURISTS = ['ana', 'ben', 'cleo'];

/** Returns a complete booking form with unique texts, at a unique price. */
async function form(turn: Turn, who: string, payment: string): Promise<Json> {
  const { fixture, services } = turn.world;
  const service = at(services, turn.step.which);
  const n = turn.world.amounts;
  await turn.sql`update public.experiences set shared_price = ${turn.amount()} where id = ${service?.id ?? ''}`;
  await turn.sql`update public.territory_transports set shared_price = ${turn.amount()} where id = ${service?.id ?? ''}`;
  const passport = `${who}/${randomUUID()}.webp`;
  await turn.sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${passport}, ${who})`;
  const ride = service?.kind === 'transport';
  return holdRequest(fixture, {
    kind: service?.kind,
    service_id: service?.id,
    slot_id: ride ? undefined : service?.slot,
    service_date: saleDay(turn),
    payment_method: payment,
    whatsapp_number: `+50277${String(100_000 + n)}`,
    hotel_name: `Hotel ${randomUUID()}`,
    passport_images: [passport],
    ...(ride && {
      passenger_details: [
        {
          name: 'Guest',
          email: `${randomUUID()}@guests.test`,
          whatsapp: '+50255512345',
          country: 'GT',
          speaks_spanish: true,
        },
      ],
    }),
  });
}

/** Makes the service's price plain again after a booking, so that only the booking contains its own price. */
async function plainPrices({ sql }: Turn): Promise<void> {
  await sql`update public.experiences set shared_price = 90`;
  await sql`update public.territory_transports set shared_price = 90`;
}

/**
 * Returns one of the days for sale. None is today or tomorrow, where `begins` moves bookings: they would be beside
 * those sold for that day.
 */
export const saleDay = (turn: Turn): string => daysFromNow(2 + (turn.step.other % 4) * 3);

/** Moves the beginning of the booking to this time from now. */
async function begins({ sql }: Turn, b: BookingRow, from: string): Promise<void> {
  await sql`update public.bookings set (booking_date, start_time) =
    (select s::date, s::time from (select (now() + ${from}::interval) at time zone 'America/Guatemala' as s) x) where id = ${b.id}`;
}

export const BOOKING_ACTIONS = {
  bookForCash: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      const hold = await createHold(turn.world.fixture, who, await form(turn, who, 'cash'));
      await turn.call(who, 'book_cash', { p_hold_id: hold.hold_id });
    } finally {
      await plainPrices(turn);
    }
  },
  payByCard: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      await payFor(turn.world.fixture, turn.world.checkout, who, await form(turn, who, 'card'));
    } finally {
      await plainPrices(turn);
    }
  },
  hold: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      await createHold(turn.world.fixture, who, await form(turn, who, 'card'));
    } finally {
      await plainPrices(turn);
    }
  },
  release: async (turn: Turn) => {
    const rows = await turn.sql<
      { id: string; user_id: string }[]
    >`select id, user_id from private.holds order by created_at, id`;
    const hold = at(rows, turn.step.which);
    if (hold) await turn.call(turn.actor(hold.user_id), 'release_hold', { p_hold_id: hold.id });
  },
  cancel: (turn: Turn) => onBooking(turn, 'cancel_booking', guestOf, {}),
  cancelByStaff: (turn: Turn) => onBooking(turn, 'staff_cancel_booking', (b) => turn.office(b.territory), {}),
  setStatus: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    const status = at(['confirmed', 'paid', 'cancelled', 'checked_in', 'no_show', 'refunded'], turn.step.other) ?? '';
    await turn.run(turn.actor(...turn.office(b.territory)), `select ${statusCall(b.id, status)}`);
  },
  refund: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    const [row] = await turn.sql`select coalesce(sum(amount), 0)::float as left from private.ledger
      where booking_id = ${b.id}`;
    await turn.call(turn.actor(...turn.office(b.territory)), 'refund_booking', {
      p_booking_id: b.id,
      p_amount: Number((turn.amount() / 100).toFixed(2)),
      p_left: row?.left,
    });
  },
  /** People with permission act at the right time: guests arrive before the start, and no-shows are set after it. */
  checkIn: async (turn: Turn) => {
    const b = await turn.booking();
    const p_action = at(['checked_in', 'no_show'], turn.step.other);
    if (b && turn.step.fitting) await begins(turn, b, p_action === 'no_show' ? '-10 minutes' : '1 hour');
    await onBooking(turn, 'check_in_listed', hostsOf, { p_action });
  },
  takeCash: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    const [row] = await turn.sql`select total_price::float as due from private.booking_facts where id = ${b.id}`;
    await turn.call(turn.actor(...hostsOf(b)), 'receive_cash', {
      p_booking_id: b.id,
      p_amount: row?.due,
    });
  },
  takeBack: (turn: Turn) => onBooking(turn, 'undo_arrival', hostsOf, {}),
  checkInByCode: async (turn: Turn) => {
    const rows = await turn.sql`select code, booking_id as id from public.booking_codes order by id`;
    const b = await turn.booking();
    const code = turn.step.fitting ? rows.find(({ id }) => id === b?.id) : at(rows, turn.step.which);
    if (code)
      await turn.call(turn.actor('guide', 'shuttle', 'guide2', 'driver'), 'check_in', {
        p_booking_id: code.id,
        p_code: code.code,
        p_action: 'checked_in',
      });
  },
  /** Moves the booking to an hour from now. */
  theDayComes: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    turn.tried = true;
    await begins(turn, b, '1 hour');
  },
  write: (turn: Turn) =>
    onBooking(turn, 'send_message', (b) => [...guestOf(b), ...hostsOf(b)], {
      p_message: `Between us: ${randomUUID()}`,
    }),
  writeToAll: async (turn: Turn) => {
    const b = await turn.booking();
    if (b)
      await turn.call(turn.actor(...hostsOf(b)), 'send_group_message', {
        p_departure_id: b.departure_id,
        p_message: `To all: ${randomUUID()}`,
        p_idempotency_key: randomUUID(),
      });
  },
  payOut: (turn: Turn) =>
    onBooking(turn, 'set_payout_status', (b) => [turn.manager(b.territory)], {
      p_party: at(['operator', 'territory', 'partner'], turn.step.other),
      p_status: at(['paid', 'pending'], turn.step.who),
      p_paid_on: daysFromNow(0),
      p_reference: 'BI 88213',
      p_reason: 'Sent to the wrong account',
    }),
};
