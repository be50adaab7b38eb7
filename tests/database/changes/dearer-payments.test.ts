import { describe, expect, test } from 'vitest';
import { handle as releaseHold } from '../../../supabase/functions/release-hold/handler.ts';
import { confirm, post } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow } from '../booking/support/fixture.ts';
import { cancel, dayAfter, theDeparture } from '../departures/support.ts';
import { dearerDatesIn } from './dearer-support.ts';
import { optionsOf } from './requests.ts';
import { change, reduce } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const dearer = dearerDatesIn(context);
const { sql, paid, paidBefore, stripe, datesOf, begin, movePaid, seats, state, refundedOf } = dearer;
const { tell, letGo, opsOf, expire, runReconciler } = dearer;

const unmoved = () => ({ day: context.fixture.date, people: 2, price: 351 });

describe('a failed payment', () => {
  test('leaves the booking unchanged when it expires', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    await begin(booking);
    await expire();
    await runReconciler();
    await stripe();
    expect(await state()).toEqual(unmoved());
    expect(await seats()).toEqual([
      { sold: 2, held: 0 },
      { sold: 0, held: 0 },
    ]);
    expect(await datesOf(booking)).toMatchObject({ hold: null });
  });

  test('leaves the booking unchanged when the tourist cancels it', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const { hold } = await begin(booking);
    await releaseHold(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    expect((await seats())[1]).toEqual({ sold: 0, held: 0 });
    expect(await state()).toEqual(unmoved());
  });

  test('leaves the booking unchanged when it has another amount', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const { intent } = await begin(booking);
    await tell(intent, 'requires_capture', 100);
    expect(await opsOf(intent)).toMatchObject([{ op: 'cancel' }]);
    expect(await state()).toEqual(unmoved());
  });

  test('leaves the booking unchanged when it is authorised, and the bank then refuses the charge', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const { intent } = await begin(booking);
    expect(await tell(intent, 'requires_capture', 4900)).toMatchObject({ state: 'processing' });
    expect(await state()).toEqual(unmoved());
    // While the charge is in progress, no one can release the seats.
    await expire();
    await context.checkout.deps.admin('release_expired');
    await sql()`select private.abandon_hold(id) from private.holds where adds_to = ${booking}`;
    expect((await seats())[1]).toEqual({ sold: 0, held: 2 });
    await sql()`update private.stripe_ops set state = 'failed' where payment_intent_id = ${intent}`;
    await tell(intent, 'canceled', 4900);
    expect(await state()).toEqual(unmoved());
    expect((await seats())[1]).toEqual({ sold: 0, held: 0 });
  });
});

describe('a late payment', () => {
  test('moves the booking before a cancellation starts', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const begun = await begin(booking);
    await expire();
    await context.checkout.deps.admin('release_expired');
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'booked' });
    expect(await state()).toMatchObject({ day: dayAfter(), price: 400 });
  });

  test('moves it while there are seats, and is otherwise refunded', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const first = await begin(booking);
    await letGo(first.intent);
    expect(await tell(first.intent, 'succeeded', 4900)).toMatchObject({ state: 'booked' });
    expect(await state()).toMatchObject({ day: dayAfter(), price: 400 });

    await sql()`update public.experiences set shared_price = 300`;
    const second = await begin(booking, { service_date: daysFromNow(9), extra_amount: 200 });
    await letGo(second.intent);
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 7, service_date: daysFromNow(9) }, other);
    expect(await tell(second.intent, 'succeeded', 20_000)).toMatchObject({ state: 'void' });
    expect(await opsOf(second.intent)).toEqual([{ op: 'refund:1', state: 'queued', minor: 20_000 }]);
    expect(await state()).toMatchObject({ day: dayAfter(), price: 400 });
  });

  test("holds a group's seats again if it is only authorised, or is released", async () => {
    const { booking } = await paid({ num_people: 4, booking_type: 'private' });
    await sql()`update public.experiences set private_price = 1000`;
    const first = await begin(booking, { extra_amount: 100 });
    await letGo(first.intent);
    context.checkout.stripe.authorise(first.intent);
    await tell(first.intent, 'requires_capture', 10_000);
    expect((await seats())[1]).toEqual({ sold: 0, held: 8 });
    await stripe();
    expect(await state()).toMatchObject({ day: dayAfter(), price: 1000 });

    await sql()`update public.experiences set private_price = 1200`;
    const second = await begin(booking, { service_date: daysFromNow(9), extra_amount: 200 });
    await letGo(second.intent);
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ service_date: daysFromNow(9) }, other);
    await tell(second.intent, 'requires_capture', 20_000);
    expect(await opsOf(second.intent)).toMatchObject([{ op: 'cancel' }]);
    expect(await state()).toMatchObject({ day: dayAfter(), price: 1000 });
  });
});

describe("a booking that can't move any longer", () => {
  /** The tourist pays after something has happened. */
  async function paysAfter(happens: (booking: string) => Promise<unknown>) {
    const { booking } = await paidBefore({ num_people: 2 });
    const begun = await begin(booking);
    await happens(booking);
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
    await stripe();
    expect(context.checkout.stripe.intents.get(begun.intent)?.status).toBe('canceled');
    expect((await seats())[1]).toMatchObject({ held: 0 });
  }

  test('stays without a charge when the booking was cancelled in the meantime', async () => {
    await paysAfter((booking) => context.call(context.user, 'cancel_booking', booking));
    expect(await state()).toEqual(unmoved());
  });

  test('stays without a charge when it has moved in the meantime', async () => {
    await paysAfter(async (booking) => {
      await sql()`update public.experiences set shared_price = 175.5`;
      await change(context, booking, { service_date: daysFromNow(9) });
    });
    expect(await state()).toMatchObject({ day: daysFromNow(9), price: 351 });
  });

  test('stays without a charge when one person has dropped out in the meantime', async () => {
    await paysAfter((booking) => reduce(context, booking, 1, { refund_amount: 175.5 }));
    expect(await state()).toMatchObject({ day: context.fixture.date, people: 1 });
  });

  test('stays without a charge when they have arrived in the meantime', async () => {
    await paysAfter((booking) => context.set('public.bookings', booking, 'check_in_status', 'checked_in'));
    expect(await state()).toEqual(unmoved());
    await sql()`update public.bookings set check_in_status = 'pending'`;
  });

  test('stays without a charge when the old or the new departure is cancelled', async () => {
    const off = (day: string) =>
      cancel(context.fixture, context.fixture.staff, {
        p_selection: { departures: [theDeparture(context.fixture, day)] },
      });
    await paysAfter(() => off(dayAfter()));
    expect(await state()).toEqual(unmoved());
    const [row] = await sql()`select id from public.bookings`;
    const begun = await begin(row?.id as string, { service_date: daysFromNow(9) });
    await off(context.fixture.date);
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
    await stripe();
    expect(await state()).toEqual(unmoved());
  });

  test('stays without a charge when it was cancelled while the card was charged', async () => {
    const { booking, intent } = await paidBefore({ num_people: 2 });
    const begun = await begin(booking);
    await tell(begun.intent, 'requires_capture', 4900);
    await context.call(context.user, 'cancel_booking', booking);
    context.checkout.stripe.authorise(begun.intent);
    await stripe();
    await confirm(context.checkout, begun);
    await stripe();
    expect([refundedOf(intent), refundedOf(begun.intent)]).toEqual([35_100, 4900]);
    const receipt = await context.call(context.user, 'booking_receipt', booking);
    expect(receipt).toMatchObject({ paid_amount: 400, refunded_amount: 400, on_its_way_amount: 0, fee_amount: 0 });
    const entries = receipt.entries as { amount: number; method: string; unmade: boolean }[];
    expect(entries.map(({ amount, method, unmade }) => [amount, method, unmade])).toEqual(
      expect.arrayContaining([
        [351, 'card', false],
        [-351, 'card', false],
        [49, 'card', true],
        [-49, 'card', true],
      ]),
    );
    expect(entries).toHaveLength(4);
    expect(await seats()).toEqual([
      { sold: 0, held: 0 },
      { sold: 0, held: 0 },
    ]);
  });

  test('does not open the card form', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const { hold } = await dearer.move(booking);
    await context.call(context.user, 'cancel_booking', booking);
    expect((await dearer.openPayment(hold)).body).toMatchObject({ code: 'hold_expired' });
  });
});

describe('a booking with two charges', () => {
  async function moved() {
    const { booking, intent } = await paidBefore({ num_people: 2 });
    const { intent: second } = await movePaid(booking);
    return { booking, first: intent, second };
  }

  test('is refunded in full from both when it is cancelled', async () => {
    const { booking, first, second } = await moved();
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 400 });
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 400 });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([35_100, 4900]);
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await context.statusOf(booking)).toBe('refunded/completed');
  });

  test('refunds the latest charge first when the next date is cheaper and some drop out', async () => {
    const { booking, first, second } = await moved();
    await sql()`update public.experiences set shared_price = 150`;
    await change(context, booking, { service_date: context.fixture.date, refund_amount: 100 });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([5100, 4900]);
    await reduce(context, booking, 1, { refund_amount: 150 });
    await stripe();
    expect([refundedOf(first), refundedOf(second)]).toEqual([20_100, 4900]);
    expect(await context.ledgerTotal(booking)).toBe(150);
    // And another price increase, for the one person left.
    await sql()`update public.experiences set shared_price = 180`;
    await movePaid(booking, { extra_amount: 30 });
    expect(await context.ledgerTotal(booking)).toBe(180);
    expect(await datesOf(booking)).toMatchObject({ extra_amount: 0 });
  });
});

describe('no charge for a change', () => {
  test('is started while the booking is being refunded in full', async () => {
    const { booking, intent } = await paidBefore({ num_people: 2 });
    const begun = await begin(booking);
    await context.refund(booking, null);
    await tell(begun.intent, 'requires_capture', 4900);
    await stripe();
    expect(context.checkout.stripe.intents.get(begun.intent)?.status).toBe('canceled');
    expect(refundedOf(intent)).toBe(35_100);
    expect(await state()).toEqual(unmoved());
    expect(await context.statusOf(booking)).toBe('refunded/completed');
  });

  test('is started in that time either', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    await context.refund(booking, null);
    expect(await datesOf(booking)).toMatchObject({ refusal: { code: 'money_goes_back' } });
    expect(await optionsOf(context.fixture, context.user, booking, 'more')).toMatchObject({
      refusal: { code: 'money_goes_back' },
    });
  });

  test.each(['that it leaves', 'that it goes to'] as const)('is made once the departure %s has left', async (which) => {
    const { booking } = await paidBefore({ num_people: 2 });
    const begun = await begin(booking);
    const day = which === 'that it leaves' ? context.fixture.date : dayAfter();
    const setDay = async (from: string, to: string) => {
      await sql()`update public.departures set service_date = ${to} where service_date = ${from}`;
      await sql()`update public.bookings set booking_date = ${to} where booking_date = ${from}`;
    };
    await setDay(day, daysFromNow(-2));
    await tell(begun.intent, 'requires_capture', 4900);
    await stripe();
    expect(context.checkout.stripe.intents.get(begun.intent)?.status).toBe('canceled');
    await setDay(daysFromNow(-2), day);
    expect(await state()).toEqual(unmoved());
  });
});
