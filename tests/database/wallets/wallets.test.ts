import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, refusal } from '../booking/support/fixture.ts';
import { optionsOf } from '../changes/requests.ts';
import { reduce } from '../changes/support.ts';
import { answer, offered, toDayAfter } from '../departures/support.ts';
import { accept, aFriend, invite } from '../transfers/support.ts';
import { addPass, device, onPhone, passOf, register, reissue, updates } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const codeOf = async (booking: string) =>
  (await sql()`select code from public.booking_codes where booking_id = ${booking}`)[0]?.code as string;
const devices = async () => (await sql()`select count(*)::int as n from private.wallet_devices`)[0]?.n;

describe('a pass', () => {
  test('contains what the ticket contains, and nothing of the person', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash({ num_people: 2 });
    const pass = await passOf(fixture, await addPass(fixture, user, booking));
    expect(pass).toMatchObject({
      state: 'valid',
      language: 'en',
      num_people: 2,
      booking_date: fixture.date,
      ticket: { booking_id: booking, code: await codeOf(booking), version: 1, kind: 'experience' },
    });
    const said = JSON.stringify(pass);
    const [person] = await sql()`select full_name, email from public.profiles where id = ${user}`;
    for (const secret of [user, person?.full_name, person?.email, '+502']) expect(said).not.toContain(secret as string);
  });

  test('is the same when requested again, in the current language', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    const first = await addPass(fixture, user, booking);
    expect(await addPass(fixture, user, booking, { p_language: 'es' })).toBe(first);
    expect(await passOf(fixture, first)).toMatchObject({ language: 'es' });
    await addPass(fixture, user, booking, { p_language: 'xx' });
    expect(await passOf(fixture, first)).toMatchObject({ language: 'en' });
  });

  test("is for the ticket's holder only, not for others, its team, or without a session", async () => {
    const { fixture } = context;
    const booking = await context.bookCash();
    const [other = ''] = await createUsers(sql(), 1);
    for (const who of [other, fixture.staff, fixture.guide])
      expect(await refusal(addPass(fixture, who, booking))).toMatchObject({ code: 'booking_not_found' });
    expect(await refusal(addPass(fixture, null, booking))).toBeTruthy();
    expect(await sql()`select 1 from private.wallet_passes`).toEqual([]);
  });

  test('is void without a code for a cancelled booking, and no new one is created', async () => {
    const { fixture, user } = context;
    const { booking, serial } = await onPhone(context);
    await context.setStatus(booking, 'cancelled');
    const pass = await passOf(fixture, serial);
    expect(pass).toMatchObject({ state: 'cancelled', booking_date: fixture.date });
    expect(JSON.stringify(pass)).not.toContain(await codeOf(booking));
    expect(pass).not.toHaveProperty('ticket');
    expect(await refusal(addPass(fixture, user, booking))).toMatchObject({ code: 'booking_cancelled' });
  });

  test('shows only which trip it was after a transfer, and the new holder has their own', async () => {
    const { fixture, user } = context;
    const { booking, serial } = await onPhone(context);
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    const pass = await passOf(fixture, serial);
    expect(Object.keys(pass ?? {}).sort()).toEqual(
      ['booking_id', 'kind', 'language', 'serial', 'state', 'territory_name', 'title'].sort(),
    );
    expect(pass?.state).toBe('given');
    expect(await updates(fixture)).toEqual(['apple_pass queued']);
    const theirs = await addPass(fixture, friend, booking);
    expect(theirs).not.toBe(serial);
    expect(await passOf(fixture, theirs)).toMatchObject({ state: 'valid', ticket: { code: await codeOf(booking) } });
    expect(await refusal(addPass(fixture, user, booking))).toMatchObject({ code: 'booking_not_found' });
  });

  test('can be requested a limited number of times an hour', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    await sql()`update private.limits set value = 3 where name = 'wallet.hour'`;
    for (let n = 0; n < 3; n += 1) await addPass(fixture, user, booking);
    expect(await refusal(addPass(fixture, user, booking))).toMatchObject({ code: 'rate_limited_hour' });
    await sql()`update private.wallet_passes set asked_since = now() - interval '61 minutes'`;
    await addPass(fixture, user, booking);
  });

  test('is deleted with the account', async () => {
    const { fixture, user } = context;
    const { serial, booking } = await onPhone(context);
    await context.setStatus(booking, 'cancelled');
    await sql()`select private.erase_person(${user}::uuid)`;
    expect(await passOf(fixture, serial)).toBeNull();
    expect(await devices()).toBe(0);
    expect(await updates(fixture)).toEqual([]);
  });
});

describe('a wallet update', () => {
  test('is sent once for a move, although it also renews the code', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    await register(fixture, await addPass(fixture, user, booking), device('phone'));
    await addPass(fixture, user, booking, { p_google: true });
    const offer = await offered(context);
    await answer(fixture, user, offer.offer_id, toDayAfter(fixture));
    const [row] = await sql()`select version from public.booking_codes where booking_id = ${booking}`;
    expect(row?.version).toBeGreaterThan(2); // both changes have created a newer version
    expect(await updates(fixture)).toEqual(['apple_pass queued', 'google_pass queued']);
  });

  test('is sent once each for fewer people, a new code and an end, but not for a payment', async () => {
    const { fixture, user } = context;
    const { booking } = await onPhone(context, { num_people: 2 });
    await context.setStatus(booking, 'confirmed');
    expect(await updates(fixture)).toEqual([]);
    const { choices } = await optionsOf(fixture, user, booking, 'fewer');
    const [choice] = choices as { refund_amount: number }[];
    await reduce(context, booking, 1, { refund_amount: choice?.refund_amount });
    await reissue(fixture, booking);
    await context.setStatus(booking, 'cancelled');
    expect(await updates(fixture)).toEqual(Array(3).fill('apple_pass queued'));
  });

  test('reaches each device of each pass separately, and nobody else', async () => {
    const { booking, serial } = await onPhone(context);
    const { fixture } = context;
    await register(fixture, serial, device('watch'));
    const another = await context.bookCash();
    await register(fixture, await addPass(fixture, context.user, another), device('phone'));
    await reissue(fixture, booking);
    await reissue(fixture, await context.bookCash());
    expect(await updates(fixture)).toEqual(['apple_pass queued', 'apple_pass queued']);
  });

  test('is sent once each for two simultaneous changes, which are two versions', async () => {
    const { booking } = await onPhone(context);
    const { fixture } = context;
    await Promise.all([1, 2, 3, 4].map(() => reissue(fixture, booking)));
    expect(await updates(fixture)).toEqual(Array(4).fill('apple_pass queued'));
    // Control: only the key makes it unique.
    const keys = await sql()`select dedupe_key from private.outbox where kind = 'wallet'`;
    expect(new Set(keys.map((row) => row.dedupe_key)).size).toBe(4);
  });

  test('skips a change that is undone', async () => {
    const { booking } = await onPhone(context);
    await sql()
      .begin(async (tx) => {
        await tx`update public.bookings set num_people = 2 where id = ${booking}`;
        throw new Error('back');
      })
      .catch(() => undefined);
    expect(await updates(context.fixture)).toEqual([]);
  });

  test('reaches a device at once that registers after a change', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    const serial = await addPass(fixture, user, booking);
    await reissue(fixture, booking);
    expect(await updates(fixture)).toEqual([]);
    await register(fixture, serial, device('phone'));
    expect(await updates(fixture)).toEqual(['apple_pass queued']);
  });
});
