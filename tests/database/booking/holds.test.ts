import { randomUUID } from 'node:crypto';
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
  transportRequest,
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

describe('the form is checked in the spec’s order', () => {
  test.each([
    [
      'experience',
      (w: World) => holdRequest(w, { experience_id: randomUUID(), service_date: undefined }),
      'PT404',
      'experience_not_found',
      'Experience not found',
    ],
    [
      'date',
      (w: World) => holdRequest(w, { service_date: undefined, timeslot_id: undefined }),
      'PT400',
      'date_required',
      'Please select a date for your booking',
    ],
    [
      'timeslot',
      (w: World) => holdRequest(w, { timeslot_id: undefined, whatsapp_number: '' }),
      'PT400',
      'timeslot_required',
      'Please select a time slot',
    ],
    [
      'WhatsApp',
      (w: World) => holdRequest(w, { whatsapp_number: ' ', country: undefined }),
      'PT400',
      'whatsapp_required',
      'Please provide your WhatsApp number',
    ],
    [
      'country',
      (w: World) => holdRequest(w, { country: '', booking_type: 'private' }),
      'PT400',
      'country_required',
      'Please provide your country of origin',
    ],
    [
      'private minimum',
      (w: World) => holdRequest(w, { booking_type: 'private', waiver_version: undefined }),
      'PT400',
      'private_minimum',
      'Private bookings require at least 2 guests',
    ],
    [
      'private maximum',
      (w: World) => holdRequest(w, { booking_type: 'private', num_people: 13 }),
      'PT400',
      'private_maximum',
      'Private bookings allow at most 12 guests',
    ],
    [
      'shared maximum',
      (w: World) => holdRequest(w, { num_people: 9 }),
      'PT400',
      'shared_maximum',
      'Shared bookings allow at most 8 guests',
    ],
    [
      'waiver',
      (w: World) => holdRequest(w, { waiver_version: undefined }),
      'PT400',
      'waiver_required',
      'Please accept the Waiver and Release of Liability',
    ],
    [
      'past',
      (w: World) => holdRequest(w, { service_date: daysFromNow(-1) }),
      'PT400',
      'date_in_past',
      'Please select a date that has not passed',
    ],
    [
      'transport',
      (w: World) => transportRequest(w, { transport_id: w.experience }),
      'PT404',
      'transport_not_found',
      'Transport not found',
    ],
    [
      'transport date',
      (w: World) => transportRequest(w, { service_date: undefined, whatsapp_number: undefined }),
      'PT400',
      'date_required',
      'Please select a date for your booking',
    ],
    [
      'passengers',
      (w: World) => transportRequest(w, { num_people: 2 }),
      'PT400',
      'invalid_input',
      'Please provide the details of each passenger',
    ],
    [
      'phone format',
      (w: World) => holdRequest(w, { whatsapp_number: '55512345' }),
      'PT400',
      'invalid_input',
      'Please provide a valid WhatsApp number',
    ],
    [
      'country code',
      (w: World) => holdRequest(w, { country: 'XX' }),
      'PT400',
      'invalid_input',
      'Please provide a valid country of origin',
    ],
  ])('%s', async (_, request, code, hint, message) => {
    expect(await refusal(createHold(world, user, request(world)))).toEqual({ code, hint, message });
  });

  test('a guest is asked to log in before anything else', async () => {
    const guest = (kind: string) =>
      refusal(world.db.as({ role: 'anon' }, (sql) => sql`select public.create_hold(${sql.json({ kind })})`));
    expect(await guest('experience')).toEqual({
      code: 'PT401',
      hint: 'not_signed_in',
      message: 'Please log in to book this experience',
    });
    expect(await guest('transport')).toEqual({
      code: 'PT401',
      hint: 'not_signed_in',
      message: 'Please log in to book this transport',
    });
  });

  test('shared minimum', async () => {
    await set('public.experiences', world.experience, 'min_spots', 2);
    expect(await refusal(createHold(world, user))).toMatchObject({
      hint: 'shared_minimum',
      message: 'Shared bookings require at least 2 guests',
    });
  });

  test('a passport, from one’s own folder only', async () => {
    await set('public.experiences', world.experience, 'passport_required', true);
    const attempt = (passport_image?: string) =>
      refusal(createHold(world, user, holdRequest(world, { passport_image })));
    expect(await attempt()).toMatchObject({ hint: 'passport_required', message: 'Please upload a passport image' });
    for (const name of [
      `${randomUUID()}/p.webp`,
      `${user}/../${randomUUID()}/p.webp`,
      'https://example.test/p.webp',
      `${user}/`,
    ]) {
      expect(await attempt(name)).toMatchObject({ hint: 'invalid_input' });
    }
    const image = `${user}/${randomUUID()}.webp`;
    expect(await attempt(image)).toMatchObject({ hint: 'passport_required' }); // no such image was uploaded
    await world.db.sql`insert into storage.objects (bucket_id, name) values ('passports', ${image})`;
    await createHold(world, user, holdRequest(world, { passport_image: image }));
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
