import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, grantRole, rideOf } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { answer, cancel, dayAfter, type Json, offered, passExpiry, seatsOn, theRide, toDayAfter } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);

describe('the money of a cancelled departure', () => {
  test('is refunded in full, whatever the policy', async () => {
    const { booking, intent } = await paid();
    await context.set('public.bookings', booking, 'cancellation_policy', 'strict');
    const offer = await offered(context);
    expect(await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' })).toMatchObject({
      state: 'refunded',
      refund_amount: 175.5,
    });
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await context.statusOf(booking)).toBe('refunded/completed');
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 0 });
  });

  test.each([150, 250])('keeps its price on another day when the service costs %i by then', async (price) => {
    const { booking } = await paid();
    await sql()`update public.services set shared_price = ${price} where id = ${context.fixture.experience}`;
    const offer = await offered(context);
    expect(offer.choices[0]).toMatchObject({ refund_amount: 0, extra_amount: 0 });
    await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture));
    expect(await context.statusOf(booking)).toBe('paid/completed');
    expect(await context.ledgerTotal(booking)).toBe(175.5);
  });

  test('is released if it is only authorised', async () => {
    const { booking, intent } = await context.bookUncaptured();
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.get(intent).status).toBe('canceled');
    expect(await context.statusOf(booking)).toBe('cancelled/pending');
  });

  test('is refunded once without an answer in time', async () => {
    const { booking, intent } = await paid();
    const offer = await offered(context);
    expect(new Date(offer.expires_at).getTime() - Date.now()).toBeGreaterThan(47 * 3_600_000);
    await passExpiry(context.fixture);
    await expect(
      answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture)),
    ).rejects.toMatchObject({
      code: 'offer_expired',
    });
    const runs = await Promise.all([1, 2, 3].map(() => context.checkout.deps.admin('run_departures') as Promise<Json>));
    expect(runs.reduce((sum, run) => sum + Number(run.offers_expired), 0)).toBe(1);
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await context.statusOf(booking)).toBe('refunded/completed');
    expect(await sql()`select state, answered_how from private.departure_offers`).toEqual([
      { state: 'refunded', answered_how: 'expiry' },
    ]);
  });

  test('has no refund for unpaid cash, and the booking is released', async () => {
    const booking = await context.bookCash();
    await offered(context);
    await passExpiry(context.fixture);
    await context.checkout.deps.admin('run_departures');
    expect(await context.statusOf(booking)).toBe('cancelled/pending');
    expect(await sql()`select returned_minor::int as minor from private.departure_offers`).toEqual([{ minor: 0 }]);
  });

  test('is promised for paid cash, until staff return it', async () => {
    const booking = await context.bookCash();
    await context.setStatus(booking, 'paid');
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    await context.refund(booking, null);
    expect(await context.ledgerTotal(booking)).toBe(0);
  });

  test('is reduced for cash if the new service is cheaper', async () => {
    const { sql: db } = context.fixture.db;
    const [made] =
      await db`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('rio', 'A walk', 'A walk', 2, 100, 8, 8) returning id`;
    const [slot] =
      await db`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      values (${made?.id}, '10:00', '12:00', 8, 8) returning id`;
    const booking = await context.bookCash();
    const offer = await offered(context, { p_proposed_service_id: made?.id });
    await answer(context.fixture, context.user, offer.offer_id, {
      p_answer: 'move',
      p_service_id: made?.id,
      p_slot_id: slot?.id,
      p_date: dayAfter(),
    });
    expect(await db`select total_price::float as price from public.bookings where id = ${booking}`).toEqual([
      { price: 100 },
    ]);
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(100);
  });
});

describe('the time to answer an offer', () => {
  test("never exceeds the departure's original time", async () => {
    const { booking } = await paid();
    await context.startsIn(booking, 5);
    const offer = await offered(context);
    const hours = (new Date(offer.expires_at).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(4.5);
    expect(hours).toBeLessThan(5.1);
  });

  test('is the number of hours that the territory sets', async () => {
    await sql()`update public.territories set offer_hours = 6 where id = 'rio'`;
    await paid();
    const offer = await offered(context);
    expect(new Date(offer.expires_at).getTime() - Date.now()).toBeLessThan(6.1 * 3_600_000);
  });

  test('is zero if the operator refunds everyone', async () => {
    const { booking } = await paid();
    await cancel(context.fixture, context.fixture.guide, { p_refund_now: true });
    expect(await context.checkout.deps.admin('run_departures')).toMatchObject({ offers_expired: 0 });
    await passExpiry(context.fixture);
    expect(await context.checkout.deps.admin('run_departures')).toMatchObject({ offers_expired: 1 });
    expect(await context.statusOf(booking)).toBe('cancelled/completed');
  });
});

test('notifies the driver of a ride once that it is cancelled, and not that its last passenger cancelled', async () => {
  const { fixture } = context;
  fixture.date = daysFromNow(1);
  const [driver = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), driver, 'shuttle_driver', 'rio');
  await sql()`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  await sql()`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    select ${driver}, ${fixture.transport}, private.weekday(${fixture.date}::date)`;
  await sql()`delete from public.notifications`;
  await paid(rideOf(fixture));
  await cancel(fixture, fixture.shuttle, { p_selection: { departures: [theRide(fixture)] }, p_refund_now: true });
  await passExpiry(fixture);
  expect(await context.checkout.deps.admin('run_departures')).toMatchObject({ offers_expired: 1 });
  expect(await sql()`select template from private.outbox where recipient = ${driver}`).toEqual([
    { template: 'departure_stopped' },
  ]);
  expect(await sql()`select 1 from public.notifications where user_id = ${driver}`).toEqual([]);
});
