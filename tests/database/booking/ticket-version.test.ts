import { expect, test } from 'vitest';
import { change, codeOf, reduce } from '../changes/support.ts';
import { call } from '../departures/support.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { allowAllCash, createUsers, grantRole, rideOf } from './support/fixture.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;

/** Creates a booking for three, paid by card. */
const paid = async () => (await payFor(context.fixture, context.checkout, context.user, { num_people: 3 })).booking;

async function versionOf(booking: string): Promise<number> {
  const [row] = await sql()`select version from public.booking_codes where booking_id = ${booking}`;
  return row?.version as number;
}

/** Returns whether something creates a newer ticket version. */
async function isNewer(booking: string, work: () => Promise<unknown>): Promise<boolean> {
  const before = await versionOf(booking);
  await work();
  return (await versionOf(booking)) > before;
}

test('a new booking has the first version', async () => {
  expect(await versionOf(await paid())).toBe(1);
});

test('a new date, fewer people, more people, cancelling and reinstating each make a newer version', async () => {
  await allowAllCash(context.fixture);
  const booking = await context.bookCash({ num_people: 3 });
  const steps: Record<string, () => Promise<unknown>> = {
    'another date': () => change(context, booking),
    'fewer people': () => reduce(context, booking, 2, { refund_amount: 175.5 }),
    'more people': () => reduce(context, booking, 3, { extra_amount: 175.5 }),
    cancelled: () => call(context.fixture, context.user, 'cancel_booking', { p_booking_id: booking }),
    'brought back': () => context.setStatus(booking, 'confirmed'),
  };
  for (const [step, work] of Object.entries(steps)) expect([step, await isNewer(booking, work)]).toEqual([step, true]);
});

test('a full refund makes a newer version', async () => {
  const booking = await paid();
  expect(await isNewer(booking, () => context.setStatus(booking, 'refunded'))).toBe(true);
});

test('a new code makes a newer version, and the number never decreases', async () => {
  const booking = await paid();
  const newCode = () => sql()`update public.booking_codes set code = md5(random()::text) where booking_id = ${booking}`;
  expect(await isNewer(booking, newCode)).toBe(true);
  await sql()`update public.booking_codes set code = md5(random()::text), version = 1 where booking_id = ${booking}`;
  expect(await versionOf(booking)).toBe(3);
});

test('each of these makes a newer version for a ride', async () => {
  const ride = await payFor(context.fixture, context.checkout, context.user, rideOf(context.fixture));
  const steps = [
    () => sql()`update public.bookings set num_people = num_people + 1, seats = seats + 1 where id = ${ride.booking}`,
    () => sql()`update public.bookings set start_time = start_time + interval '1 hour' where id = ${ride.booking}`,
    () => sql()`update public.bookings set booking_date = booking_date + 1 where id = ${ride.booking}`,
    () => sql()`update public.bookings set status = 'cancelled' where id = ${ride.booking}`,
    () => sql()`update public.bookings set status = 'refunded' where id = ${ride.booking}`,
  ];
  const [before] = await sql()`select * from public.bookings where id = ${ride.booking}`;
  for (const step of steps) expect(await isNewer(ride.booking, step)).toBe(true);
  // Reads the amount in the ledger.
  await sql()`update public.bookings set ${sql()(before ?? {}, 'num_people', 'seats', 'start_time', 'booking_date', 'status')}
    where id = ${ride.booking}`;
});

test('an arrival, a payment and another guide keep the version, so a saved picture of the ticket stays valid', async () => {
  const booking = await paid();
  const [guide = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), guide, 'tour_guide', 'rio');
  expect(
    await isNewer(booking, async () => {
      await sql()`update public.bookings set status = 'confirmed' where id = ${booking}`;
      await sql()`update public.bookings set status = 'checked_in', check_in_status = 'checked_in' where id = ${booking}`;
      await sql()`update public.bookings set guide_id = ${guide}, payment_status = 'completed' where id = ${booking}`;
    }),
  ).toBe(false);
  expect(await codeOf(context, booking)).toHaveLength(32);
});
