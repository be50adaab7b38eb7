import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { createCheckout, post } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  createWorld,
  daysFromNow,
  departureOf,
  holdRequest,
  refusal,
  signedIn,
  type World,
} from './support/world.ts';

let world: World;
let user: string;
beforeEach(async () => {
  world = await createWorld({ connections: 24 });
  [user = ''] = await createUsers(world.db.sql, 1);
});
afterEach(async () => {
  expect(await brokenInvariants(world)).toEqual([]);
  await world.db.drop();
});

const set = (table: string, id: string, column: string, value: unknown) =>
  world.db.sql`update ${world.db.sql(table)} set ${world.db.sql({ [column]: value })} where id = ${id}`;

describe('a double click', () => {
  test('makes one hold and one PaymentIntent', async () => {
    const checkout = createCheckout(world);
    const request = holdRequest(world, { num_people: 2 });
    const holds = await Promise.all(Array.from({ length: 8 }, () => createHold(world, user, request)));
    const [id, ...others] = new Set(holds.map((hold) => hold.hold_id));
    expect(others).toEqual([]);
    const intents = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await createPaymentIntent(post({ hold_id: id }, user), checkout.deps)).json(),
      ),
    );
    expect(new Set(intents.map((intent) => intent.client_secret)).size).toBe(1);
    expect(checkout.stripe.intents.size).toBe(1);
    expect(intents[0]).toMatchObject({ amount_minor: 35_100, currency: 'gtq' });
    expect(await departureOf(world)).toMatchObject({ held: 2, sold: 0 });
  });

  // The negative control: without the request key, as many holds as the limit lets through.
  test('control: without one request key it makes two', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => createHold(world, user)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2);
    expect(await departureOf(world)).toMatchObject({ held: 2 });
  });
});

describe('a request key', () => {
  test('with other details is refused', async () => {
    const request = holdRequest(world);
    await createHold(world, user, request);
    await expect(createHold(world, user, { ...request, num_people: 2 })).rejects.toMatchObject({
      code: 'PT409',
      hint: 'request_key_reused',
    });
  });

  test('of an expired or released hold is refused, of a booked one gives the booking', async () => {
    const request = holdRequest(world, { payment_method: 'cash' });
    const hold = await createHold(world, user, request);
    const me = rpcFor(world.db, signedIn(user));
    const { booking_id } = (await me('book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
    expect(await createHold(world, user, request)).toMatchObject({
      hold_id: hold.hold_id,
      state: 'consumed',
      booking_id,
    });
    const second = holdRequest(world);
    const released = await createHold(world, user, second);
    await me('release_hold', { p_hold_id: released.hold_id });
    await expect(createHold(world, user, second)).rejects.toMatchObject({ code: 'PT409', hint: 'hold_expired' });
    const third = holdRequest(world);
    await set(
      'private.holds',
      (await createHold(world, user, third)).hold_id,
      'expires_at',
      new Date(Date.now() - 1000),
    );
    await expect(createHold(world, user, third)).rejects.toMatchObject({ code: 'PT409', hint: 'hold_expired' });
  });

  test('is each user’s own', async () => {
    const [other = ''] = await createUsers(world.db.sql, 1);
    const request = holdRequest(world);
    const mine = await createHold(world, user, request);
    expect((await createHold(world, other, request)).hold_id).not.toBe(mine.hold_id);
    await expect(rpcFor(world.db, signedIn(other))('get_hold', { p_hold_id: mine.hold_id })).rejects.toMatchObject({
      status: 404,
      code: 'hold_not_found',
    });
  });
});

describe('limits', () => {
  test('two live holds a user; an expired one does not count, and its seats come back for who needs them', async () => {
    await createHold(world, user, holdRequest(world, { num_people: 8 }));
    await expect(createHold(world, (await createUsers(world.db.sql, 1))[0] ?? '')).rejects.toMatchObject({
      hint: 'sold_out',
    });
    await world.db.sql`update private.holds set expires_at = now() - interval '1 second'`;
    await createHold(world, user);
    await createHold(world, user);
    await expect(createHold(world, user)).rejects.toMatchObject({ code: 'PT429', hint: 'too_many_holds' });
  });
});

describe('what can not be booked', () => {
  test.each([
    [
      'a hidden experience',
      () => set('public.experiences', world.experience, 'visible', false),
      'experience_not_found',
    ],
    [
      'an archived one',
      () => set('public.experiences', world.experience, 'archived_at', new Date()),
      'experience_not_found',
    ],
    ['a hidden territory', () => set('public.territories', 'rio', 'visible', false), 'experience_not_found'],
    [
      'an archived slot',
      () => set('public.experience_timeslots', world.slot, 'archived_at', new Date()),
      'timeslot_required',
    ],
    [
      'a weekday that the slot does not run',
      () => world.db.sql`update public.experience_timeslots
       set days_of_week = array_remove(days_of_week, private.weekday(${world.date}::date))`,
      'departure_closed',
    ],
    [
      'a type that is not offered',
      () => set('public.experiences', world.experience, 'booking_type', 'private'),
      'invalid_input',
    ],
  ])('%s', async (_, change, hint) => {
    await change();
    expect(await refusal(createHold(world, user))).toMatchObject({ hint });
  });

  test('a departure of today that has left, by the territory’s own clock', async () => {
    const today = daysFromNow(0);
    await world.db
      .sql`update public.experience_timeslots set start_time = least((now() at time zone 'America/Guatemala')::time, time '23:58'), end_time = '23:59'`;
    expect(await refusal(createHold(world, user, holdRequest(world, { service_date: today })))).toMatchObject({
      hint: 'date_in_past',
    });
  });
});
