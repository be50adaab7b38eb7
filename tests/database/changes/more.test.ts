import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { pending } from '../../support/background-work.ts';
import { confirm, post } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, grantRole, rideOf } from '../booking/support/fixture.ts';
import { cancel, type Json } from '../departures/support.ts';
import { morePeopleIn } from './more-support.ts';
import { reduce } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, moreOf, add, begin, addPaid, state } = morePeopleIn(context);

describe('adding people', () => {
  test('changes nothing before the payment, and everything once after it', async () => {
    const { booking } = await paid({ num_people: 2 });
    expect(await moreOf(booking)).toMatchObject({ unit_amount: 175.5, most: 6, at_once: false, hold: null });
    const begun = await begin(booking, { people: 4, extra_amount: 351 });
    expect(await state()).toEqual({ people: 2, seats: 2, price: 351, sold: 2, held: 2 });
    expect(await moreOf(booking)).toMatchObject({ most: 6, hold: { hold_id: begun.hold.hold_id, total_price: 351 } });
    context.checkout.stripe.authorise(begun.intent);
    for (let n = 0; n < 3; n++)
      expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'booked', booking_id: booking });
    await pending.settled();
    expect(await state()).toEqual({ people: 4, seats: 4, price: 702, sold: 4, held: 0 });
    expect(await context.ledgerTotal(booking)).toBe(702);
    expect(await moreOf(booking)).toMatchObject({ num_people: 4, hold: null });
    expect(await sql()`select people_before, people, added_minor::int as added from private.booking_changes`).toEqual([
      { people_before: 2, people: 4, added: 35_100 },
    ]);
    expect(await context.statusOf(booking)).toBe('paid/completed');
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      total_price: 702,
      paid_amount: 702,
      lines: [
        { quantity: 2, amount: 351 },
        { quantity: 2, amount: 351 },
      ],
      entries: [
        { amount: 351, method: 'card' },
        { amount: 351, method: 'card' },
      ],
    });
  });

  test('costs the current price, and refuses a different price from the page', async () => {
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.experiences set shared_price = 200`;
    await expect(add(booking)).rejects.toMatchObject({ status: 409, code: 'price_changed' });
    expect(await moreOf(booking)).toMatchObject({ unit_amount: 200 });
    await addPaid(booking, { extra_amount: 200 });
    expect(await state()).toMatchObject({ people: 3, price: 551 });
    const { lines } = (await context.call(context.user, 'booking_receipt', booking)) as { lines: Json[] };
    expect(lines).toMatchObject([
      { quantity: 2, unit_price: 175.5 },
      { quantity: 1, unit_price: 200 },
    ]);
  });

  test('makes one hold and one charge per key, and another choice replaces the earlier one', async () => {
    const { booking } = await paid({ num_people: 2 });
    const key = randomUUID();
    const first = await add(booking, { key });
    expect((await add(booking, { key })).hold.hold_id).toBe(first.hold.hold_id);
    await expect(add(booking, { key, people: 4, extra_amount: 351 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    const second = await begin(booking, { people: 5, extra_amount: 526.5 });
    expect(await state()).toMatchObject({ sold: 2, held: 3 });
    context.checkout.stripe.authorise(second.intent);
    await confirm(context.checkout, second);
    expect(await state()).toMatchObject({ people: 5, held: 0 });
    await expect(add(booking, { key, people: 3 })).rejects.toMatchObject({ code: 'hold_expired' });
  });

  test('returns the current booking for a paid key', async () => {
    const { booking } = await paid({ num_people: 2 });
    const key = randomUUID();
    await addPaid(booking, { key });
    expect(await add(booking, { key, people: 3 })).toMatchObject({
      people: 3,
      hold: { state: 'consumed', booking_id: booking },
    });
    expect(await state()).toMatchObject({ people: 3 });
  });

  test('is not blocked, once paid, by a key used for another change in the meantime', async () => {
    const { booking } = await paid({ num_people: 2 });
    const key = randomUUID();
    const begun = await begin(booking, { key });
    await expect(reduce(context, booking, 1, { key, refund_amount: 175.5 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    context.checkout.stripe.authorise(begun.intent);
    expect(await confirm(context.checkout, begun)).toMatchObject({ state: 'booked' });
    expect(await state()).toMatchObject({ people: 3, sold: 3 });
  });

  test('is not needed for a group, which has its departure and its price', async () => {
    const { booking } = await paid({ num_people: 2, booking_type: 'private' });
    const before = await state();
    expect(await moreOf(booking)).toMatchObject({ unit_amount: 0, at_once: true });
    expect(await add(booking, { extra_amount: 0 })).toMatchObject({ people: 3, hold: null });
    expect(await state()).toEqual({ ...before, people: 3 });
  });

  test('increases unpaid cash at once', async () => {
    const booking = await context.bookCash({ num_people: 1 });
    const key = randomUUID();
    expect(await add(booking, { key })).toMatchObject({ people: 2, hold: null });
    expect(await add(booking, { key, people: 2 })).toMatchObject({ people: 2 });
    expect(await state()).toEqual({ people: 2, seats: 2, price: 351, sold: 2, held: 0 });
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(351);
  });

  test('requires names on a ride', async () => {
    const { booking } = await paid({ ...rideOf(context.fixture, 2), num_people: 2 });
    const { unit_amount } = await moreOf(booking);
    const one = { extra_amount: unit_amount };
    for (const passengers of [[], [{}], [{ name: 'Ana' }, { name: 'Ben' }], null, 'Ana'])
      await expect(add(booking, { ...one, passengers })).rejects.toMatchObject({ code: 'invalid_input' });
    await addPaid(booking, { ...one, passengers: [{ name: 'Ana Morales' }] });
    const [row] = await sql()`select num_people, jsonb_path_query_array(passenger_details, '$[*].name') as names
      from public.bookings where kind = 'transport'`;
    expect(row).toMatchObject({ num_people: 3 });
    expect(row?.names).toContain('Ana Morales');
  });

  test('is reported to guide, team and tourist, and in history and audit log', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    await addPaid(booking);
    const told = await sql()`select recipient, template, payload -> 'params' as params from private.outbox
      where payload ->> 'wording' = 'more_guests' order by template, recipient`;
    expect(told.map(({ recipient, template }) => [template, recipient])).toEqual([
      ['guest_moved', fixture.guide],
      ...[fixture.manager, fixture.staff].sort().map((one) => ['team_moved', one]),
    ]);
    expect(told[0]?.params).toMatchObject({ before: 2, people: 3 });
    expect(await sql()`select recipient from private.outbox where template = 'booking_enlarged'`).toHaveLength(1);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({ by: 'tourist', party: { from: 2, to: 3 } });
    expect(await sql()`select actor_id, detail from public.audit_log where action = 'add_booking_people'`).toEqual([
      { actor_id: user, detail: { num_people: { from: 2, to: 3 } } },
    ]);
  });
});

describe('adding people if it is not possible', () => {
  const refused = async (booking: string, code: string) => {
    const before = await state();
    await expect(add(booking)).rejects.toMatchObject({ code });
    expect(await moreOf(booking)).toMatchObject({ refusal: { code }, most: 0 });
    expect(await state()).toEqual(before);
  };

  test('is refused if the number is zero or invalid, or exceeds the free seats', async () => {
    const { booking } = await paid({ num_people: 2 });
    for (const people of [0, -1, null])
      await expect(add(booking, { people })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(add(booking, { people: 9, extra_amount: 1228.5 })).rejects.toMatchObject({ code: 'sold_out' });
    await expect(add(booking, { key: null })).rejects.toMatchObject({ code: 'invalid_input' });
    for (const extra_amount of [null, 0, -175.5, 'NaN', 351])
      await expect(add(booking, { extra_amount })).rejects.toMatchObject({ code: 'price_changed' });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6 }, other);
    await expect(add(booking)).rejects.toMatchObject({ code: 'sold_out' });
    expect(await moreOf(booking)).toMatchObject({ refusal: { code: 'sold_out' } });
  });

  test('is refused once cancelling costs something, and once it has ended', async () => {
    const { booking } = await paid({ num_people: 2 });
    await context.startsIn(booking, 48);
    await refused(booking, 'too_late_to_add');
    await context.startsIn(booking, 100);
    await context.set('public.bookings', booking, 'check_in_status', 'checked_in');
    await refused(booking, 'too_late_to_add');
    await context.set('public.bookings', booking, 'check_in_status', 'pending');
    await cancel(context.fixture, context.fixture.guide);
    await refused(booking, 'departure_cancelled');
    await context.call(context.user, 'cancel_booking', booking);
    await refused(booking, 'booking_cancelled');
  });

  test("is refused above the service's maximum, when it is closed or no longer offered", async () => {
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.departures set closed = true`;
    await refused(booking, 'departure_closed');
    await sql()`update public.departures set closed = false`;
    await sql()`update public.experiences set max_spots = 2, available_spots = 2`;
    await refused(booking, 'shared_maximum');
    await context.set('public.experiences', context.fixture.experience, 'visible', false);
    await refused(booking, 'not_offered_any_more');
  });

  test('is refused below the minimum card charge', async () => {
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.experiences set shared_price = 2`;
    expect(await moreOf(booking)).toMatchObject({ refusal: null, unit_amount: 2, fewest: 3, most: 6 });
    await expect(add(booking, { people: 4, extra_amount: 4 })).rejects.toMatchObject({ code: 'charge_too_small' });
    await addPaid(booking, { people: 5, extra_amount: 6 });
    expect(await state()).toMatchObject({ people: 5, price: 357 });
    await sql()`update public.experiences set shared_price = 1`;
    await refused(booking, 'charge_too_small');
  });

  test('is refused after cash was paid, and while a card is only authorised', async () => {
    const cash = await context.bookCash({ num_people: 1 });
    await context.setStatus(cash, 'paid');
    await refused(cash, 'more_by_hand');
  });

  test('is refused while others of the booking are being paid for', async () => {
    const { booking } = await paid({ num_people: 2 });
    const begun = await begin(booking);
    await sql()`update private.payments set status = 'processing' where payment_intent_id = ${begun.intent}`;
    await expect(add(booking)).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
  });

  test('is refused to everyone but its tourist: the booking is not found', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await begin(booking);
    const [stranger = '', admin = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), admin, 'admin', null);
    for (const who of [stranger, admin, fixture.guide, fixture.staff, fixture.manager, fixture.shuttle]) {
      await expect(moreOf(booking, who)).rejects.toMatchObject({ status: 404 });
      await expect(add(booking, {}, who)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
      const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, who), context.checkout.deps);
      expect(answer.status).toBe(404);
    }
  });
});
