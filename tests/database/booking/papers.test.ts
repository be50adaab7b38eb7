import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runOps } from '../../../supabase/functions/_shared/stripe.ts';
import { type Checkout, createCheckout, payFor } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import { brokenInvariants, createUsers, createWorld, signedIn, transportRequest, type World } from './support/world.ts';

let world: World;
let checkout: Checkout;
let user: string;
beforeEach(async () => {
  world = await createWorld({ seats: 4 });
  checkout = createCheckout(world);
  [user = ''] = await createUsers(world.db.sql, 1);
});
afterEach(async () => {
  expect(await brokenInvariants(world)).toEqual([]);
  await world.db.drop();
});

type Json = Record<string, unknown>;
const call = (who: string, name: string, booking: string, more: Json = {}, kind = 'experience') =>
  rpcFor(world.db, signedIn(who))(name, { p_kind: kind, p_booking_id: booking, ...more }) as Promise<Json>;
const work = () => runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 20 });
const ride = () => transportRequest(world, { request_key: undefined, passenger_details: [{ name: 'Ana' }] }) as Json;

async function startsIn(booking: string, hours: number): Promise<void> {
  await world.db.sql`update public.bookings set (booking_date, start_time) =
    (select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x) where id = ${booking}`;
}

describe('the receipt', () => {
  test('says what was paid, what went back and what is on its way', async () => {
    const { booking } = await payFor(world, checkout, user, { num_people: 2 });
    await call(world.staff, 'refund_booking', booking, { p_amount: 51 });
    await work();
    await startsIn(booking, 30);
    await call(user, 'cancel_booking', booking);
    const receipt = await call(user, 'booking_receipt', booking);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^E-\d{8}-[0-9A-F]{8}$/),
      total_price: 351,
      lines: [{ code: 'per_person', unit_price: 175.5, quantity: 2, amount: 351 }],
      entries: [
        { at: expect.any(String), amount: 351 },
        { at: expect.any(String), amount: -51 },
      ],
      paid_amount: 351,
      refunded_amount: 51,
      on_its_way_amount: 175.5,
      fee_amount: 124.5,
      customer_email: `${user}@example.test`,
    });
    for (const who of [world.staff, world.guide]) {
      await expect(call(who, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
    }
  });
});

describe('the calendar entry', () => {
  const entry = (booking: string, kind = 'experience') => call(user, 'booking_calendar', booking, {}, kind);

  test('keeps its uid, and its sequence grows with the date, the status and the place', async () => {
    const { booking } = await payFor(world, checkout, user);
    const first = await entry(booking);
    expect(first).toMatchObject({
      uid: `experience-${booking}@territorio`,
      status: 'CONFIRMED',
      title: 'Castle & hot waterfall',
      startLocal: `${world.date}T09:00:00`,
      endLocal: `${world.date}T13:00:00`,
      timeZone: 'America/Guatemala',
      location: 'Río Dulce',
    });
    let sequence = first.sequence as number;
    const grown = async (change: PromiseLike<unknown>) => {
      await change;
      const now = await entry(booking);
      expect(now.uid).toBe(first.uid);
      expect(now.sequence).toBe(sequence + 1);
      sequence += 1;
      return now;
    };
    await grown(world.db.sql`update public.bookings set booking_date = booking_date + 1 where id = ${booking}`);
    await grown(world.db.sql`update public.bookings set start_time = '10:00' where id = ${booking}`);
    expect(await grown(world.db.sql`update public.experiences set meeting_point = 'Dock'`)).toMatchObject({
      location: 'Dock, Río Dulce',
    });
    await world.db.sql`update public.bookings set partner_status = 'paid' where id = ${booking}`;
    await world.db.sql`update public.experiences set featured = true`;
    expect((await entry(booking)).sequence).toBe(sequence);
    expect(await grown(call(user, 'cancel_booking', booking))).toMatchObject({ status: 'CANCELLED' });
  });

  test('of a ride without a timetable is a day; nobody else reads it', async () => {
    const { booking } = await payFor(world, checkout, user, ride());
    expect(await entry(booking, 'transport')).toMatchObject({
      startLocal: `${world.date}T08:00:00`,
      location: 'Dock, Río Dulce',
    });
    await world.db.sql`update public.transport_bookings set start_time = null`;
    expect(await entry(booking, 'transport')).toMatchObject({ startLocal: world.date, endLocal: null });
    await expect(call(world.staff, 'booking_calendar', booking, {}, 'transport')).rejects.toMatchObject({
      status: 404,
    });
  });
});
