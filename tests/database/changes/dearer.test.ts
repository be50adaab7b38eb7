import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { pending } from '../../support/background-work.ts';
import { confirm, post } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  brokenInvariants,
  createUsers,
  daysFromNow,
  grantRole,
  referUsers,
  rideOf,
} from '../booking/support/fixture.ts';
import { call, dayAfter, type Json } from '../departures/support.ts';
import { join, stateOf } from '../waiting-list/support.ts';
import { dearerDatesIn } from './dearer-support.ts';
import { optionsOf, partyChange } from './requests.ts';
import { codeOf, reduce } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, paidBefore, datesOf, move, openPayment, begin, pay, movePaid, seats, state } =
  dearerDatesIn(context);

describe('a more expensive departure', () => {
  test('holds its seats, moves nothing before the difference is paid, then everything, once', async () => {
    const { fixture, user } = context;
    const { booking } = await paidBefore({ num_people: 2 });
    const before = await codeOf(context, booking);
    expect(await datesOf(booking)).toMatchObject({ refusal: null, extra_amount: 49, at_once: false, hold: null });
    const begun = await begin(booking);
    expect(begun.hold).toMatchObject({
      service_date: dayAfter(),
      num_people: 2,
      total_price: 49,
      lines: [{ code: 'other_departure', quantity: 1, amount: 49 }],
    });
    expect(await state()).toEqual({ day: fixture.date, people: 2, price: 351 });
    expect(await seats()).toEqual([
      { sold: 2, held: 0 },
      { sold: 0, held: 2 },
    ]);
    expect(await datesOf(booking)).toMatchObject({ hold: { hold_id: begun.hold.hold_id } });
    context.checkout.stripe.authorise(begun.intent);
    for (let n = 0; n < 3; n++)
      expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'booked', booking_id: booking });
    await pending.settled();
    expect(await state()).toEqual({ day: dayAfter(), people: 2, price: 400 });
    expect(await seats()).toEqual([
      { sold: 0, held: 0 },
      { sold: 2, held: 0 },
    ]);
    expect(await context.ledgerTotal(booking)).toBe(400);
    expect(await codeOf(context, booking)).not.toBe(before);
    expect(await sql()`select code from private.old_ticket_codes`).toEqual([{ code: before }]);
    expect(await datesOf(booking)).toMatchObject({ hold: null, extra_amount: 0 });
    expect(await context.statusOf(booking)).toBe('paid/completed');
    expect(await context.call(user, 'booking_receipt', booking)).toMatchObject({
      total_price: 400,
      paid_amount: 400,
      lines: [
        { code: 'per_person', quantity: 2, amount: 351 },
        { code: 'other_departure', quantity: 1, amount: 49 },
      ],
      entries: [
        { amount: 351, method: 'card' },
        { amount: 49, method: 'card' },
      ],
    });
  });

  test('is reported to its guide, the team and by one email, and is in history and audit log', async () => {
    const { fixture, user } = context;
    const { booking } = await paidBefore({ num_people: 2 });
    await movePaid(booking);
    const told = await sql()`select recipient, template from private.outbox
      where payload ->> 'wording' = 'guest_moved' order by template, recipient`;
    expect(told.map(({ recipient, template }) => [template, recipient])).toEqual([
      ['guest_moved', fixture.guide],
      ...[fixture.manager, fixture.staff].sort().map((one) => ['team_moved', one]),
    ]);
    expect(await sql()`select 1 from private.outbox where template = 'booking_moved'`).toHaveLength(1);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({ by: 'tourist', moved: { to: { service_date: dayAfter() } } });
    expect(await sql()`select actor_id, detail from public.audit_log where action = 'change_booking_date'`).toEqual([
      { actor_id: user, detail: { date: { from: fixture.date, to: dayAfter() } } },
    ]);
  });

  test('pays every party its share, also the partner', async () => {
    await referUsers(sql(), [context.user], 20);
    const { booking } = await paidBefore({ num_people: 2 });
    await movePaid(booking);
    const shares = await sql()`select party, sum(amount)::float as amount from private.ledger group by 1 order by 1`;
    expect(shares.map(({ party, amount }) => [party, amount])).toEqual([
      ['app', 40],
      ['operator', 240],
      ['partner', 80],
      ['territory', 40],
    ]);
    expect(await sql()`select amount::float as amount from public.commissions`).toEqual([{ amount: 80 }]);
  });

  test('is paid for at the price that the page showed, or confirmed again', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    for (const extra_amount of [0, null, 48, -49, 'NaN'])
      await expect(move(booking, { extra_amount })).rejects.toMatchObject({ status: 409, code: 'price_changed' });
    await expect(move(booking, { refund_amount: 1 })).rejects.toMatchObject({ code: 'quote_changed' });
    await sql()`update public.experiences set shared_price = 300`;
    await expect(move(booking)).rejects.toMatchObject({ code: 'price_changed' });
    await movePaid(booking, { extra_amount: 249 });
    expect(await state()).toMatchObject({ price: 600 });
  });

  test('makes one hold and one charge per key, and another choice replaces the earlier one', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const key = randomUUID();
    const [first, again] = await Promise.all([1, 2].map(() => move(booking, { key })));
    expect(again?.hold.hold_id).toBe(first?.hold.hold_id);
    await expect(move(booking, { key, service_date: daysFromNow(9) })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    const later = randomUUID();
    const second = await begin(booking, { service_date: daysFromNow(9), key: later });
    expect(await seats()).toEqual([
      { sold: 2, held: 0 },
      { sold: 0, held: 0 },
    ]);
    await pay(second);
    expect(await state()).toMatchObject({ day: daysFromNow(9) });
    await expect(move(booking, { key })).rejects.toMatchObject({ code: 'hold_expired' });
    expect(await move(booking, { service_date: daysFromNow(9), key: later })).toMatchObject({
      service_date: daysFromNow(9),
      hold: { state: 'consumed', booking_id: booking },
    });
  });

  test('has one payment with more people: each replaces the other', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const addOne = () =>
      call(context.fixture, context.user, 'change_booking', partyChange(booking, 3, { extra_amount: 200 }));
    await addOne();
    await move(booking);
    expect(await optionsOf(context.fixture, context.user, booking, 'more')).toMatchObject({ hold: null, most: 6 });
    await addOne();
    expect(await datesOf(booking)).toMatchObject({ hold: null });
    expect(await seats()).toEqual([
      { sold: 2, held: 1 },
      { sold: 0, held: 0 },
    ]);
  });

  test('can have the last seats, which are still among the choices while held', async () => {
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6, service_date: dayAfter() }, other);
    const { booking } = await paidBefore({ num_people: 2 });
    const first = await move(booking);
    expect((await datesOf(booking)).choices.map((one) => one.service_date)).toContain(dayAfter());
    const second = await move(booking);
    expect(second.hold.hold_id).not.toBe(first.hold.hold_id);
    expect(await seats()).toEqual([
      { sold: 2, held: 0 },
      { sold: 6, held: 2 },
    ]);
  });

  test('can be what a guest waited for, and the old seats are offered to their waitlist', async () => {
    const { fixture, user } = context;
    const [other = '', late = ''] = await createUsers(sql(), 2);
    await paid({ num_people: 8, service_date: dayAfter() }, other);
    const { booking } = await paidBefore({ num_people: 2 });
    await join(fixture, user, 2, { service_date: dayAfter() });
    await paid({ num_people: 6 }, late);
    await join(fixture, other, 2);
    const [theirs] = await sql()`select id from public.bookings where tourist_id = ${other}`;
    await reduce(context, theirs?.id, 6, { refund_amount: 351 }, other);
    await context.checkout.deps.admin('run_departures');
    expect(await stateOf(fixture, user)).toBe('offered');
    await movePaid(booking);
    expect(await state()).toMatchObject({ day: dayAfter() });
    await context.checkout.deps.admin('run_departures');
    expect([await stateOf(fixture, user), await stateOf(fixture, other)]).toEqual(['taken', 'offered']);
  });

  test('costs a private group the difference for the whole departure', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 4, booking_type: 'private' });
    await sql()`update public.experiences set private_price = 1000`;
    expect(await datesOf(booking)).toMatchObject({ extra_amount: 100, at_once: false });
    const begun = await begin(booking, { extra_amount: 100 });
    expect(await seats()).toEqual([
      { sold: 8, held: 0 },
      { sold: 0, held: 8 },
    ]);
    await pay(begun);
    expect(await state()).toEqual({ day: dayAfter(), people: 4, price: 1000 });
    expect(
      await sql()`select sold, exclusive from public.departures where service_date in (${fixture.date}, ${dayAfter()}) order by service_date`,
    ).toEqual([
      { sold: 0, exclusive: false },
      { sold: 8, exclusive: true },
    ]);
  });

  test('moves at once without extra cost below the minimum card charge, however often', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    for (const [price, day] of [
      [177.99, dayAfter()],
      [177.49, context.fixture.date],
    ] as const) {
      await sql()`update public.experiences set shared_price = ${price}`;
      expect(await datesOf(booking)).toMatchObject({ refusal: null, extra_amount: 0, refund_amount: 0, at_once: true });
      expect(await move(booking, { extra_amount: 0, service_date: day })).toMatchObject({
        service_date: day,
        hold: null,
      });
    }
    expect(await state()).toMatchObject({ price: 351, people: 2 });
    expect(await context.ledgerTotal(booking)).toBe(351);
    expect(await brokenInvariants(context.fixture)).toEqual([]);
    await sql()`update public.experiences set shared_price = 178`;
    expect(await datesOf(booking)).toMatchObject({ extra_amount: 5, at_once: false });
  });

  test("keeps a ride's passengers", async () => {
    const { fixture } = context;
    const { booking } = await paid({ ...rideOf(fixture, 2), num_people: 2 });
    await sql()`update public.territory_transports set shared_price = shared_price + 10`;
    await movePaid(booking, { slot_id: null, extra_amount: 20 });
    expect(await state()).toMatchObject({ day: dayAfter(), price: 260 });
    expect(
      await sql()`select jsonb_array_length(passenger_details) as n from public.bookings where kind = 'transport'`,
    ).toEqual([{ n: 2 }]);
  });

  test('adds to the amount to collect at once for unpaid cash', async () => {
    const booking = await context.bookCash({ num_people: 1 });
    await sql()`update public.experiences set shared_price = 200`;
    expect(await datesOf(booking)).toMatchObject({ extra_amount: 24.5, at_once: true });
    const key = randomUUID();
    for (let n = 0; n < 2; n++)
      expect(await move(booking, { extra_amount: 24.5, key })).toMatchObject({
        service_date: dayAfter(),
        hold: null,
      });
    expect(await state()).toEqual({ day: dayAfter(), people: 1, price: 200 });
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(200);
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      lines: [{ code: 'per_person', unit_price: 200, quantity: 1 }],
    });
  });
});

describe('a more expensive departure that is not possible', () => {
  const refused = async (booking: string, code: string, extra_amount = 24.5) => {
    const before = await state();
    await expect(move(booking, { extra_amount })).rejects.toMatchObject({ status: 409, code });
    expect(await datesOf(booking)).toMatchObject({ refusal: { code }, choices: [] });
    expect(await state()).toEqual(before);
  };

  test('is refused after cash was collected, and for payments not made here', async () => {
    const booking = await context.bookCash({ num_people: 1 });
    await context.setStatus(booking, 'paid');
    await sql()`update public.experiences set shared_price = 200`;
    await refused(booking, 'costs_more');
  });

  test('is refused while the card of the booking is only authorised', async () => {
    const { booking } = await context.bookUncaptured();
    await sql()`update public.experiences set shared_price = 200`;
    await refused(booking, 'offer_payment_in_progress');
  });

  test('is refused while another change of the booking is being paid for', async () => {
    const { booking } = await paidBefore({ num_people: 2 });
    const { intent } = await begin(booking);
    await sql()`update private.payments set status = 'processing' where payment_intent_id = ${intent}`;
    await expect(move(booking)).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
    await expect(
      call(context.fixture, context.user, 'change_booking', partyChange(booking, 3, { extra_amount: 200 })),
    ).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
  });

  test('is refused without seats for all of them', async () => {
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 7, service_date: dayAfter() }, other);
    const { booking } = await paidBefore({ num_people: 2 });
    await expect(move(booking)).rejects.toMatchObject({ code: 'sold_out' });
  });

  test('is refused to everyone but its tourist: neither booking nor payment is found', async () => {
    const { fixture } = context;
    const { booking } = await paidBefore({ num_people: 2 });
    const { hold } = await openPayment((await move(booking)).hold);
    const [stranger = '', admin = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), admin, 'admin', null);
    for (const who of [stranger, admin, fixture.guide, fixture.staff, fixture.manager, fixture.shuttle]) {
      await expect(move(booking, {}, who)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
      const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, who), context.checkout.deps);
      expect(answer.status).toBe(404);
    }
  });
});
