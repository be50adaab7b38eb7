import { describe, expect, test } from 'vitest';
import { handle as releaseHold } from '../../../supabase/functions/release-hold/handler.ts';
import { confirm, post } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, createUsers } from '../booking/support/fixture.ts';
import { call, cancel, dayAfter } from '../departures/support.ts';
import { morePeopleIn } from './more-support.ts';
import { change, reduce } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, stripe, moreOf, begin, addPaid, state, tell, letGo, opsOf, expire, runReconciler, refundedOf } =
  morePeopleIn(context);

describe('a payment for more people', () => {
  test('frees the seats and changes nothing when it expires', async () => {
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await begin(booking);
    await expire();
    await runReconciler();
    await stripe();
    expect(await state()).toEqual({ people: 2, seats: 2, price: 351, sold: 2, held: 0 });
    expect(await sql()`select state from private.holds where id = ${hold.hold_id}`).toEqual([{ state: 'released' }]);
  });

  test('can be cancelled by the tourist', async () => {
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await begin(booking);
    await releaseHold(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    expect(await state()).toMatchObject({ people: 2, held: 0 });
    expect(await moreOf(booking)).toMatchObject({ hold: null, most: 6 });
  });

  test('adds them if it arrives late, before a cancellation starts', async () => {
    const { booking } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await expire();
    await context.checkout.deps.admin('release_expired');
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'booked' });
    expect(await state()).toMatchObject({ people: 3, sold: 3, held: 0 });
  });

  /** Stripe reports the charge although the hold was released. */
  const chargedLate = (intent: string) => tell(intent, 'succeeded', 17_550);

  test('adds them, or is refunded, if it is charged after its seats were released', async () => {
    const { booking } = await paid({ num_people: 2 });
    const first = await begin(booking);
    await letGo(first.intent);
    expect(await chargedLate(first.intent)).toMatchObject({ state: 'booked' });
    expect(await state()).toMatchObject({ people: 3, sold: 3, held: 0 });
    const second = await begin(booking);
    await letGo(second.intent);
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 5 }, other);
    expect(await chargedLate(second.intent)).toMatchObject({ state: 'void' });
    expect(await opsOf(second.intent)).toEqual([{ op: 'refund:1', state: 'queued', minor: 17_550 }]);
    expect(await sql()`select num_people from public.bookings where id = ${booking}`).toEqual([{ num_people: 3 }]);
  });

  test('is released if it is authorised after its seats were sold to others', async () => {
    const { booking } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await letGo(begun.intent);
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6 }, other);
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
    expect(await opsOf(begun.intent)).toMatchObject([{ op: 'cancel' }]);
    expect(await sql()`select num_people from public.bookings where id = ${booking}`).toEqual([{ num_people: 2 }]);
  });

  test('is released if it has another amount', async () => {
    const { booking } = await paid({ num_people: 2 });
    const { intent } = await begin(booking);
    await tell(intent, 'requires_capture', 100);
    expect(await opsOf(intent)).toMatchObject([{ op: 'cancel' }]);
    expect(await state()).toMatchObject({ people: 2, held: 0 });
  });

  test('is released and changes nothing if the bank refuses it after the authorisation', async () => {
    const { booking } = await paid({ num_people: 2 });
    const { intent } = await begin(booking);
    expect(await tell(intent, 'requires_capture', 17_550)).toMatchObject({ state: 'processing' });
    expect(await state()).toMatchObject({ people: 2, held: 1 });
    // The hold expires and is cancelled while the charge is already running.
    await expire();
    await context.checkout.deps.admin('release_expired');
    await context.fixture.db.sql`select private.abandon_hold(id) from private.holds where adds_to = ${booking}`;
    expect(await opsOf(intent)).toMatchObject([{ op: 'capture' }]);
    await sql()`update private.stripe_ops set state = 'failed' where payment_intent_id = ${intent}`;
    await tell(intent, 'canceled', 17_550);
    expect(await state()).toMatchObject({ people: 2, sold: 2, held: 0 });
  });

  test('takes nothing after the booking was cancelled', async () => {
    const { booking, intent } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await context.call(context.user, 'cancel_booking', booking);
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
    await stripe();
    expect(context.checkout.stripe.intents.get(begun.intent)?.status).toBe('canceled');
    expect(refundedOf(intent)).toBe(35_100);
    expect(await state()).toMatchObject({ people: 2, sold: 0, held: 0 });
  });

  test('releases its seats once the booking has ended', async () => {
    const { booking } = await paid({ num_people: 2 });
    await begin(booking);
    expect(await state()).toMatchObject({ held: 1 });
    await context.call(context.user, 'cancel_booking', booking);
    await runReconciler();
    await stripe();
    expect(await state()).toMatchObject({ sold: 0, held: 0 });
  });

  test('keeps the booking unchanged while the card is being charged', async () => {
    const { booking } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await tell(begun.intent, 'requires_capture', 17_550);
    await expect(change(context, booking)).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
    await expect(reduce(context, booking, 1, { refund_amount: 175.5 })).rejects.toMatchObject({
      code: 'offer_payment_in_progress',
    });
  });

  test('is refused for another departure now, and for a cancelled one', async () => {
    const { booking } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await change(context, booking);
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
    await stripe();
    const again = await begin(booking);
    await cancel(context.fixture, context.fixture.guide, {
      p_selection: {
        departures: [
          {
            kind: 'experience',
            service_id: context.fixture.experience,
            slot_id: context.fixture.slot,
            service_date: dayAfter(),
          },
        ],
      },
    });
    context.checkout.stripe.authorise(again.intent);
    expect(await confirm(context.checkout, again)).toMatchObject({ state: 'void' });
    await stripe();
    expect(await sql()`select num_people from public.bookings`).toEqual([{ num_people: 2 }]);
  });
});

describe('a booking with two charges', () => {
  async function threeOfTwoCharges() {
    const { booking, intent } = await paid({ num_people: 2 });
    const added = await addPaid(booking);
    return { booking, first: intent, second: added.intent };
  }

  test('is refunded in full from both when it is cancelled', async () => {
    const { booking, first, second } = await threeOfTwoCharges();
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 526.5 });
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 526.5 });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([35_100, 17_550]);
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await context.statusOf(booking)).toBe('refunded/completed');
  });

  test('refunds the last payment first, then the first one', async () => {
    const { booking, first, second } = await threeOfTwoCharges();
    await context.refund(booking, 100);
    await context.refund(booking, 100);
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([2450, 17_550]);
    expect(await context.ledgerTotal(booking)).toBe(326.5);
    const rows = await sql()`select kind, sum(amount)::float as amount from private.ledger
      where kind like 'refund:%' group by 1 order by 1`;
    expect(rows).toHaveLength(3);
    await context.refund(booking, null);
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([35_100, 17_550]);
    expect(await context.statusOf(booking)).toBe('refunded/completed');
  });

  test('refunds for fewer people afterwards, and for a cheaper date', async () => {
    const { booking, first, second } = await threeOfTwoCharges();
    await reduce(context, booking, 1, { refund_amount: 351 });
    await sql()`update public.experiences set shared_price = 150`;
    await change(context, booking, { refund_amount: 25.5 });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([35_100 + 2550 - 17_550, 17_550]);
    expect(await context.ledgerTotal(booking)).toBe(150);
  });

  test('repeats a refused refund at the same charge, and at no other', async () => {
    const { booking, first, second } = await threeOfTwoCharges();
    await context.refund(booking, 526.5);
    await sql()`update private.stripe_ops set state = 'failed', refusals = 1 where payment_intent_id = ${first} and op like 'refund:%'`;
    expect(await sql()`select private.refundable_of(private.payment_of(${booking}))::int as left`).toEqual([
      { left: 35_100 },
    ]);
    await call(context.fixture, context.fixture.staff, 'refund_booking', {
      p_booking_id: booking,
      p_amount: 351,
      p_left: 351,
    });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([35_100, 17_550]);
  });

  test('charges a reinstated booking again for all people', async () => {
    const { booking } = await threeOfTwoCharges();
    await context.call(context.user, 'cancel_booking', booking);
    await stripe();
    await context.setStatus(booking, 'confirmed');
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(526.5);
    await context.setStatus(booking, 'confirmed');
    expect(await brokenInvariants(context.fixture)).toEqual([]);
  });
});
