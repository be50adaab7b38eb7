import { expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { daysFromNow } from '../booking/support/fixture.ts';
import { morePeopleIn } from '../changes/more-support.ts';
import { optionsOf } from '../changes/requests.ts';
import { change, changesOf, reduce as drop } from '../changes/support.ts';
import { accept, aFriend, holderOf, invite, linked } from '../transfers/support.ts';
import { answer, call, cancel, type Json, offersOf, passUndo } from './support.ts';
import { waitingCardsIn } from './waiting-support.ts';

const context = contextForEachTest({ seats: 12 });
const { sql, waits, decide, minute, state, cardOf, opsOf, openPayment, pay } =
  // With three days, it would be too late for a change at some hours.
  waitingCardsIn(context, 4);
const { addPaid, begin, moreOf } = morePeopleIn(context);
const priceIs = (price: number) => context.set('public.experiences', context.fixture.experience, 'shared_price', price);
const receivedOf = (intent: string) => context.checkout.stripe.get(intent).amount_received;
const reduce = (booking: string, refund_amount: number) => drop(context, booking, 1, { refund_amount });
const toFiveDays = { service_date: daysFromNow(5) };

test('refuses to drop people if less than a card can be charged would be left', async () => {
  await priceIs(3);
  const { booking } = await waits();
  await expect(reduce(booking, 3)).rejects.toMatchObject({ code: 'charge_left_too_small' });
  expect(await state(booking)).toMatchObject({ card: 'requires_capture', amount: 600, price: 6, people: 2 });
});

test('charges the card for those who remain, and releases the rest', async () => {
  const { booking, intent } = await waits();
  expect(await optionsOf(context.fixture, context.user, booking, 'fewer')).toMatchObject({
    payment_status: 'pending',
    refusal: null,
    choices: [{ people: 1, refund_amount: 175.5, fee_amount: 0 }],
  });
  await reduce(booking, 175.5);
  expect(await state(booking)).toMatchObject({ card: 'requires_capture', amount: 17_550, price: 175.5, people: 1 });
  await decide('run');
  await minute();
  expect(receivedOf(intent)).toBe(17_550);
  expect(await state(booking)).toMatchObject({ read: 'completed', captured: 17_550, ledger: 175.5 });
  // Repeating the request returns Stripe's same answer, which is no mismatch.
  await context.checkout.deps.admin('apply_payment_intent', {
    p_payment_intent_id: intent,
    p_status: 'succeeded',
    p_amount: 35_100,
    p_amount_received: 17_550,
    p_currency: 'gtq',
    p_refunds: [],
  });
  expect(await context.checkout.stripe.refundedOf(intent)).toBe(0);
  // A later refund is limited to the charged amount.
  await context.call(context.fixture.staff, 'staff_cancel_booking', booking);
  await minute();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
});

test('decides another date at the same price by its own departure', async () => {
  const { booking, intent } = await waits();
  await change(context, booking, toFiveDays);
  expect(await minute()).toMatchObject({ charged: 0 });
  await decide('run', daysFromNow(5));
  await minute();
  expect(receivedOf(intent)).toBe(35_100);
});

test('charges less for a cheaper date', async () => {
  const { booking, intent } = await waits();
  await priceIs(100);
  expect(await changesOf(context, booking)).toMatchObject({ refund_amount: 151, refusal: null });
  await expect(change(context, booking, toFiveDays)).rejects.toMatchObject({ code: 'quote_changed' });
  await change(context, booking, { ...toFiveDays, refund_amount: 151 });
  expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 200 });
  await decide('run', daysFromNow(5));
  await minute();
  expect(receivedOf(intent)).toBe(20_000);
  expect(await state(booking)).toMatchObject({ price: 200, captured: 20_000, ledger: 200 });
  // The price is the same now, so nothing is refunded.
  expect(await changesOf(context, booking)).toMatchObject({ refund_amount: 0, extra_amount: 0 });
});

test('charges less for a cheaper service that is offered instead', async () => {
  const { booking, intent } = await waits();
  const [other] =
    await sql()`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots, min_to_run)
      values ('rio', 'A walk', 'A walk', 2, 150, 8, 8, 4) returning id`;
  const [slot] =
    await sql()`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      values (${other?.id}, '10:00', '12:00', 8, 8) returning id`;
  await cancel(context.fixture, context.fixture.guide, { p_proposed_service_id: other?.id });
  await passUndo(context.fixture);
  const [offer] = await offersOf(context.fixture, context.user);
  await answer(context.fixture, context.user, offer?.offer_id as string, {
    p_answer: 'move',
    p_service_id: other?.id,
    p_slot_id: slot?.id,
    p_date: daysFromNow(5),
  });
  expect(await minute()).toMatchObject({ charged: 0 });
  expect(await state(booking)).toMatchObject({ card: 'requires_capture', amount: 30_000, price: 300 });
  await sql()`update public.experiences set min_to_run = null`;
  await minute();
  expect(receivedOf(intent)).toBe(30_000);
  expect(await state(booking)).toMatchObject({ captured: 30_000, ledger: 300 });
});

test('charges the authorised card before asking to pay for more people', async () => {
  const { booking, intent } = await waits();
  expect(await moreOf(booking)).toMatchObject({ refusal: null, at_once: false, unit_amount: 175.5 });
  expect((await addPaid(booking)).confirmed).toMatchObject({ state: 'booked' });
  expect(receivedOf(intent)).toBe(35_100);
  expect(await state(booking)).toMatchObject({ captured: 52_650, ledger: 526.5, people: 3 });
});

test('charges the authorised card before asking to pay for a more expensive date', async () => {
  const { booking, intent } = await waits();
  await priceIs(200);
  const { hold } = (await change(context, booking, { ...toFiveDays, extra_amount: 49 })) as {
    hold: Parameters<typeof openPayment>[0];
  };
  expect(cardOf(intent)).toBe('requires_capture');
  await pay(await openPayment(hold));
  expect(await state(booking)).toMatchObject({ captured: 40_000, ledger: 400 });
});

test('does not charge the card early for a more expensive date that is no longer valid', async () => {
  const { booking, intent } = await waits();
  await priceIs(200);
  const { hold } = (await change(context, booking, { ...toFiveDays, extra_amount: 49 })) as {
    hold: Parameters<typeof openPayment>[0];
  };
  // In another tab, one of them drops out, which ends the pending change.
  await reduce(booking, 175.5);
  expect((await openPayment(hold)).body).toMatchObject({ code: 'hold_expired' });
  expect(await opsOf(intent)).toEqual([]);
  expect(cardOf(intent)).toBe('requires_capture');
  expect(await state(booking)).toMatchObject({ card: 'requires_capture', captured: 0, people: 1 });
});

test('asks for nothing more until Stripe charges the card, a minute later', async () => {
  const { booking, intent } = await waits();
  context.checkout.stripe.failures = ['before'];
  const { body, hold } = await begin(booking);
  expect(body).toMatchObject({ code: 'offer_payment_in_progress' });
  expect(await opsOf(intent)).toMatchObject([{ op: 'capture', state: 'queued' }]);
  await expect(reduce(booking, 175.5)).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
  await minute();
  await pay(await openPayment(hold));
  expect(await state(booking)).toMatchObject({ captured: 52_650, people: 3 });
});

test('keeps the person who authorised the card as payer after a transfer', async () => {
  const { booking, intent } = await waits();
  const friend = await aFriend(context.fixture);
  const token = await invite(context.fixture, context.user, booking, friend);
  expect((await linked(context.fixture, friend, token)).ticket).toMatchObject({ paid: true, amount_due: null });
  await accept(context.fixture, friend, token);
  expect(await holderOf(context.fixture, booking)).toBe(friend);
  const [payer] = await sql()`select paid_by_other, payer_id from public.bookings where id = ${booking}`;
  expect(payer).toEqual({ paid_by_other: true, payer_id: context.user });
  await decide('run');
  await minute();
  expect(receivedOf(intent)).toBe(35_100);
  const receipt = (await call(context.fixture, context.user, 'booking_receipt', {
    p_booking_id: booking,
  })) as Json;
  expect(receipt).toMatchObject({ paid_amount: 351 });
});

test("releases the payer's card for a transferred ticket of a cancelled departure", async () => {
  const { booking, intent } = await waits();
  const friend = await aFriend(context.fixture);
  await accept(context.fixture, friend, await invite(context.fixture, context.user, booking, friend));
  await context.call(friend, 'cancel_booking', booking, { p_refund_amount: 351 });
  await minute();
  expect(cardOf(intent)).toBe('canceled');
});
