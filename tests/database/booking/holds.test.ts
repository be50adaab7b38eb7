import { describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { post } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import { sceneForEachTest } from './support/scene.ts';
import { createHold, createUsers, daysFromNow, departureOf, holdRequest, refusal, signedIn } from './support/world.ts';

const scene = sceneForEachTest({ connections: 24 });

describe('a double click', () => {
  test('makes one hold and one PaymentIntent', async () => {
    const request = holdRequest(scene.world, { num_people: 2 });
    const holds = await Promise.all(Array.from({ length: 8 }, () => createHold(scene.world, scene.user, request)));
    const [id, ...others] = new Set(holds.map((hold) => hold.hold_id));
    expect(others).toEqual([]);
    const intents = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await createPaymentIntent(post({ hold_id: id }, scene.user), scene.checkout.deps)).json(),
      ),
    );
    expect(new Set(intents.map((intent) => intent.client_secret)).size).toBe(1);
    expect(scene.checkout.stripe.intents.size).toBe(1);
    expect(intents[0]).toMatchObject({ amount_minor: 35_100, currency: 'gtq' });
    expect(await departureOf(scene.world)).toMatchObject({ held: 2, sold: 0 });
  });

  // The negative control: without the request key, as many holds as the limit lets through.
  test('control: without one request key it makes two', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => createHold(scene.world, scene.user)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2);
    expect(await departureOf(scene.world)).toMatchObject({ held: 2 });
  });
});

test('a hold says how many seconds are left of it, for a clock that is wrong', async () => {
  const request = holdRequest(scene.world);
  const first = await createHold(scene.world, scene.user, request);
  expect(first).toMatchObject({ seconds_left: 900 });
  await scene.world.db.sql`update private.holds set expires_at = expires_at - interval '10 minutes'`;
  const again = (await createHold(scene.world, scene.user, request)) as unknown as { seconds_left: number };
  expect(again.seconds_left).toBeLessThanOrEqual(300);
});

describe('a request key', () => {
  test('with other details is refused', async () => {
    const request = holdRequest(scene.world);
    await createHold(scene.world, scene.user, request);
    await expect(createHold(scene.world, scene.user, { ...request, num_people: 2 })).rejects.toMatchObject({
      code: 'PT409',
      hint: 'request_key_reused',
    });
  });

  test('of an expired or released hold is refused, of a booked one gives the booking', async () => {
    const request = holdRequest(scene.world, { payment_method: 'cash' });
    const hold = await createHold(scene.world, scene.user, request);
    const me = rpcFor(scene.world.db, signedIn(scene.user));
    const { booking_id } = (await me('book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
    expect(await createHold(scene.world, scene.user, request)).toMatchObject({
      hold_id: hold.hold_id,
      state: 'consumed',
      booking_id,
    });
    const second = holdRequest(scene.world);
    const released = await createHold(scene.world, scene.user, second);
    await me('release_hold', { p_hold_id: released.hold_id });
    await expect(createHold(scene.world, scene.user, second)).rejects.toMatchObject({
      code: 'PT409',
      hint: 'hold_expired',
    });
    const third = holdRequest(scene.world);
    await scene.set(
      'private.holds',
      (await createHold(scene.world, scene.user, third)).hold_id,
      'expires_at',
      new Date(Date.now() - 1000),
    );
    await expect(createHold(scene.world, scene.user, third)).rejects.toMatchObject({
      code: 'PT409',
      hint: 'hold_expired',
    });
  });

  test('is each user’s own', async () => {
    const [other = ''] = await createUsers(scene.world.db.sql, 1);
    const request = holdRequest(scene.world);
    const mine = await createHold(scene.world, scene.user, request);
    expect((await createHold(scene.world, other, request)).hold_id).not.toBe(mine.hold_id);
    await expect(
      rpcFor(scene.world.db, signedIn(other))('get_hold', { p_hold_id: mine.hold_id }),
    ).rejects.toMatchObject({
      status: 404,
      code: 'hold_not_found',
    });
  });
});

describe('limits', () => {
  test('two live holds a user; an expired one does not count, and its seats come back for who needs them', async () => {
    await createHold(scene.world, scene.user, holdRequest(scene.world, { num_people: 8 }));
    await expect(createHold(scene.world, (await createUsers(scene.world.db.sql, 1))[0] ?? '')).rejects.toMatchObject({
      hint: 'sold_out',
    });
    await scene.world.db.sql`update private.holds set expires_at = now() - interval '1 second'`;
    await createHold(scene.world, scene.user);
    await createHold(scene.world, scene.user);
    await expect(createHold(scene.world, scene.user)).rejects.toMatchObject({ code: 'PT429', hint: 'too_many_holds' });
  });
});

describe('what can not be booked', () => {
  test.each([
    [
      'a hidden experience',
      () => scene.set('public.experiences', scene.world.experience, 'visible', false),
      'experience_not_found',
    ],
    [
      'an archived one',
      () => scene.set('public.experiences', scene.world.experience, 'archived_at', new Date()),
      'experience_not_found',
    ],
    ['a hidden territory', () => scene.set('public.territories', 'rio', 'visible', false), 'experience_not_found'],
    [
      'an archived slot',
      () => scene.set('public.experience_timeslots', scene.world.slot, 'archived_at', new Date()),
      'timeslot_required',
    ],
    [
      'a weekday that the slot does not run',
      () => scene.world.db.sql`update public.experience_timeslots
       set days_of_week = array_remove(days_of_week, private.weekday(${scene.world.date}::date))`,
      'departure_closed',
    ],
    [
      'a type that is not offered',
      () => scene.set('public.experiences', scene.world.experience, 'booking_type', 'private'),
      'invalid_input',
    ],
  ])('%s', async (_, change, hint) => {
    await change();
    expect(await refusal(createHold(scene.world, scene.user))).toMatchObject({ hint });
  });

  test('a departure of today that has left, by the territory’s own clock', async () => {
    const today = daysFromNow(0);
    await scene.world.db
      .sql`update public.experience_timeslots set start_time = least((now() at time zone 'America/Guatemala')::time, time '23:58'), end_time = '23:59'`;
    expect(
      await refusal(createHold(scene.world, scene.user, holdRequest(scene.world, { service_date: today }))),
    ).toMatchObject({
      hint: 'date_in_past',
    });
  });
});
