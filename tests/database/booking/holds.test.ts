import { describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { post } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  departureOf,
  holdRequest,
  refusal,
  signedIn,
  transportRequest,
} from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest();

describe('a double click', () => {
  test('makes one hold and one PaymentIntent', async () => {
    const request = holdRequest(context.fixture, { num_people: 2 });
    const holds = await Promise.all(
      Array.from({ length: 8 }, () => createHold(context.fixture, context.user, request)),
    );
    const [id, ...others] = new Set(holds.map((hold) => hold.hold_id));
    expect(others).toEqual([]);
    const intents = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await createPaymentIntent(post({ hold_id: id }, context.user), context.checkout.deps)).json(),
      ),
    );
    expect(new Set(intents.map((intent) => intent.client_secret)).size).toBe(1);
    expect(context.checkout.stripe.intents.size).toBe(1);
    expect(intents[0]).toMatchObject({ amount_minor: 35_100, currency: 'gtq' });
    expect(await departureOf(context.fixture)).toMatchObject({ held: 2, sold: 0 });
  });

  // Negative control: each request key creates a separate hold, and the last one gets the seats.
  test('control: makes a new hold each time without a common request key', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => createHold(context.fixture, context.user)));
    expect(new Set(made.map(({ hold_id }) => hold_id)).size).toBe(8);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 1 });
  });
});

test('returns the remaining seconds of a hold, for a clock that is wrong', async () => {
  const request = holdRequest(context.fixture);
  const first = await createHold(context.fixture, context.user, request);
  expect(first).toMatchObject({ seconds_left: 900 });
  await context.fixture.db.sql`update private.holds set expires_at = expires_at - interval '10 minutes'`;
  const again = (await createHold(context.fixture, context.user, request)) as unknown as { seconds_left: number };
  expect(again.seconds_left).toBeLessThanOrEqual(300);
});

describe('a request key', () => {
  test('is refused with different details', async () => {
    const request = holdRequest(context.fixture);
    await createHold(context.fixture, context.user, request);
    await expect(createHold(context.fixture, context.user, { ...request, num_people: 2 })).rejects.toMatchObject({
      code: 'PT409',
      hint: 'idempotency_key_reused',
    });
  });

  test('is refused for an expired or released hold, and returns the booking for a booked one', async () => {
    const request = holdRequest(context.fixture, { payment_method: 'cash' });
    const hold = await createHold(context.fixture, context.user, request);
    const me = rpcFor(context.fixture.db, signedIn(context.user));
    const { booking_id } = (await me('book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
    expect(await createHold(context.fixture, context.user, request)).toMatchObject({
      hold_id: hold.hold_id,
      state: 'consumed',
      booking_id,
    });
    const second = holdRequest(context.fixture);
    const released = await createHold(context.fixture, context.user, second);
    await me('release_hold', { p_hold_id: released.hold_id });
    await expect(createHold(context.fixture, context.user, second)).rejects.toMatchObject({
      code: 'PT409',
      hint: 'hold_expired',
    });
    const third = holdRequest(context.fixture);
    await context.set(
      'private.holds',
      (await createHold(context.fixture, context.user, third)).hold_id,
      'expires_at',
      new Date(Date.now() - 1000),
    );
    await expect(createHold(context.fixture, context.user, third)).rejects.toMatchObject({
      code: 'PT409',
      hint: 'hold_expired',
    });
  });

  test('belongs to its user', async () => {
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    const request = holdRequest(context.fixture);
    const mine = await createHold(context.fixture, context.user, request);
    expect((await createHold(context.fixture, other, request)).hold_id).not.toBe(mine.hold_id);
    await expect(
      rpcFor(context.fixture.db, signedIn(other))('get_hold', { p_hold_id: mine.hold_id }),
    ).rejects.toMatchObject({
      status: 404,
      code: 'hold_not_found',
    });
  });
});

describe('hold limits', () => {
  test('allow two active holds per user, without expired ones, whose seats are released when needed', async () => {
    await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 8 }));
    await expect(
      createHold(context.fixture, (await createUsers(context.fixture.db.sql, 1))[0] ?? ''),
    ).rejects.toMatchObject({
      hint: 'sold_out',
    });
    await context.fixture.db.sql`update private.holds set expires_at = now() - interval '1 second'`;
    await createHold(context.fixture, context.user);
    await createHold(context.fixture, context.user, transportRequest(context.fixture));
    const third = holdRequest(context.fixture, { service_date: daysFromNow(9) });
    await expect(createHold(context.fixture, context.user, third)).rejects.toMatchObject({
      code: 'PT429',
      hint: 'too_many_holds',
    });
  });
});

describe('a hold', () => {
  test.each([
    [
      'a hidden experience',
      () => context.set('public.experiences', context.fixture.experience, 'visible', false),
      'experience_not_found',
    ],
    [
      'an archived one',
      () => context.set('public.experiences', context.fixture.experience, 'archived_at', new Date()),
      'experience_not_found',
    ],
    ['a hidden territory', () => context.set('public.territories', 'rio', 'visible', false), 'experience_not_found'],
    [
      'an archived slot',
      () => context.set('public.experience_timeslots', context.fixture.slot, 'archived_at', new Date()),
      'timeslot_required',
    ],
    [
      'a weekday that the slot does not run',
      () => context.fixture.db.sql`update public.experience_timeslots
       set days_of_week = array_remove(days_of_week, private.weekday(${context.fixture.date}::date))`,
      'departure_closed',
    ],
    [
      'a type that is not offered',
      () => context.set('public.experiences', context.fixture.experience, 'booking_type', 'private'),
      'booking_type_not_offered',
    ],
  ])('is refused for %s', async (_, change, hint) => {
    await change();
    expect(await refusal(createHold(context.fixture, context.user))).toMatchObject({ hint });
  });

  test("is refused for a departure of today that has left, by the territory's own clock", async () => {
    const today = daysFromNow(0);
    await context.fixture.db
      .sql`update public.experience_timeslots set start_time = least((now() at time zone 'America/Guatemala')::time, time '23:58'), end_time = '23:59'`;
    expect(
      await refusal(createHold(context.fixture, context.user, holdRequest(context.fixture, { service_date: today }))),
    ).toMatchObject({
      hint: 'date_in_past',
    });
  });
});
