import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { call, dayAfter, type Json, offered, toDayAfter } from '../departures/support.ts';
import { change, changesOf } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}) => payFor(context.fixture, context.checkout, context.user, more);
const priceIs = (price: number) => context.set('public.experiences', context.fixture.experience, 'shared_price', price);
const stripe = () => workAtStripe(context.fixture.db, context.checkout);

test('refunds a price that is lower now, once, and adjusts every share', async () => {
  const partner = await referUsers(sql(), [context.user], 20);
  const { booking, intent } = await paid({ num_people: 2 });
  await priceIs(100);
  expect(await changesOf(context, booking)).toMatchObject({ refund_amount: 151, extra_amount: 0 });
  await expect(change(context, booking)).rejects.toMatchObject({ code: 'quote_changed' });
  expect(await change(context, booking, { refund_amount: 151 })).toMatchObject({ refund_amount: 151 });
  await stripe();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(15_100);
  expect(await context.ledgerTotal(booking)).toBe(200);
  const shares = await sql()`select party, sum(amount)::float as amount from private.ledger group by 1 order by 1`;
  expect(shares.map(({ party, amount }) => [party, amount])).toEqual([
    ['app', 20],
    ['operator', 120],
    ['partner', 40],
    ['territory', 20],
  ]);
  expect(
    await sql()`select c.amount::float as amount from public.commissions c join public.referrals r on r.id = c.referral_id
      join public.referral_links l on l.id = r.referral_link_id where l.user_id = ${partner}`,
  ).toEqual([{ amount: 40 }]);

  // The price is the same now, so nothing is refunded a second time.
  expect(await changesOf(context, booking)).toMatchObject({ refund_amount: 0, extra_amount: 0 });
  await change(context, booking, { service_date: context.fixture.date });
  await stripe();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(15_100);
});

test('refunds a share of the current price by a later cancellation', async () => {
  const { booking, intent } = await paid({ num_people: 2 });
  await priceIs(100);
  await change(context, booking, { refund_amount: 151 });
  await context.startsIn(booking, 48); // half of it
  expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({
    refund_percent: 50,
    refund_amount: 100,
    fee_amount: 100,
  });
  await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 100 });
  await stripe();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(25_100);
});

test('does not repeat earlier refunds by staff, and does not end the booking', async () => {
  const { booking, intent } = await paid();
  await context.refund(booking, 60); // 115.50 are left of 175.50
  await priceIs(100);
  await expect(change(context, booking, { refund_amount: 75.5 })).rejects.toMatchObject({ code: 'quote_changed' });
  await change(context, booking, { refund_amount: 15.5 });
  await stripe();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(7_550);
  expect(await context.statusOf(booking)).toBe('paid/completed');
});

test('asks again if the price changes between question and answer', async () => {
  const { booking } = await paid();
  await priceIs(100);
  await changesOf(context, booking);
  await priceIs(90);
  await expect(change(context, booking, { refund_amount: 75.5 })).rejects.toMatchObject({ code: 'quote_changed' });
  await expect(change(context, booking, { refund_amount: null })).rejects.toMatchObject({ code: 'quote_changed' });
});

test('reduces the price of an unpaid cash booking', async () => {
  const booking = await context.bookCash();
  await priceIs(100);
  await change(context, booking, { refund_amount: 75.5 });
  expect(await sql()`select total_price::float as price, status from public.bookings where id = ${booking}`).toEqual([
    { price: 100, status: 'ordered' },
  ]);
  await context.setStatus(booking, 'paid');
  expect(await context.ledgerTotal(booking)).toBe(100);
  expect(await changesOf(context, booking)).toMatchObject({ refusal: null, refund_amount: 0 });
});

test('lets staff change a booking whose paid cash is returned in person', async () => {
  const booking = await context.bookCash();
  await context.setStatus(booking, 'paid');
  await priceIs(100);
  await expect(change(context, booking, { refund_amount: 75.5 })).rejects.toMatchObject({ code: 'cash_difference' });
  await priceIs(175.5);
  await change(context, booking);
  expect(await context.ledgerTotal(booking)).toBe(175.5);
});

test('moves an authorised card at the same price, and charges it for the new day', async () => {
  const { booking, intent } = await context.bookUncaptured();
  await priceIs(100);
  await expect(change(context, booking, { refund_amount: 75.5 })).rejects.toMatchObject({
    code: 'offer_payment_in_progress',
  });
  await priceIs(175.5);
  await change(context, booking);
  await stripe();
  expect(context.checkout.stripe.get(intent).status).toBe('succeeded');
});

test('refunds the rest of the price with a later offer', async () => {
  const { fixture, user } = context;
  const { booking, intent } = await paid({ num_people: 2 });
  await priceIs(100);
  await change(context, booking, { refund_amount: 151 });
  await stripe();
  fixture.date = dayAfter();
  const offer = await offered(context);
  expect(offer).toMatchObject({ refund_amount: 200 });
  const choice = offer.choices[0];
  await call(fixture, user, 'answer_departure_offer', {
    p_offer_id: offer.offer_id,
    ...toDayAfter(fixture),
    p_date: choice?.service_date,
  });
  // The offer moved the booking without a price difference.
  expect(await changesOf(context, booking)).toMatchObject({ refund_amount: 0, extra_amount: 0 });
  expect(context.checkout.stripe.refundedOf(intent)).toBe(15_100);
});
