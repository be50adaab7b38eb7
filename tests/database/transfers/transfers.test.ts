import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers, rideOf, signedIn } from '../booking/support/fixture.ts';
import { optionsOf } from '../changes/requests.ts';
import { codeOf, reduce } from '../changes/support.ts';
import { call, dayAfter, type Json } from '../departures/support.ts';
import { accept, addressOf, aFriend, FORM, holderOf, invite, linked, numberOf, start, withdraw } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}) => payFor(context.fixture, context.checkout, context.user, more);
const lettersOf = (template: string) =>
  sql()`select recipient, payload from private.outbox where template = ${template} order by id`;
const show = (who: string, booking: string, code: string) =>
  call(context.fixture, who, 'get_check_in', { p_booking_id: booking, p_code: code });

describe('a transferred ticket', () => {
  test('belongs to the person who accepts, with their own code, contact and waiver', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    const old = await codeOf(context, booking);
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    expect(await holderOf(fixture, booking)).toBe(user);
    expect(await accept(fixture, friend, token)).toEqual({ kind: 'experience', booking_id: booking });
    const [row] =
      await sql()`select tourist_id, whatsapp_number, country, hotel_name, speaks_spanish, num_people, status, payment_status,
      total_price::float as price, waiver_accepted_at > now() - interval '1 minute' as anew from public.bookings`;
    expect(row).toEqual({
      tourist_id: friend,
      whatsapp_number: FORM.whatsapp_number,
      country: 'SV',
      hotel_name: FORM.hotel_name,
      speaks_spanish: false,
      num_people: 2,
      status: 'paid',
      payment_status: 'completed',
      price: 351,
      anew: true,
    });
    const code = await codeOf(context, booking);
    expect(code).not.toBe(old);
    expect(await show(fixture.guide, booking, code)).toMatchObject({
      booking_id: booking,
      tourist: { full_name: 'Ana Morales' },
    });
    for (const shown of [old, old.slice(0, 8)])
      expect(await show(fixture.guide, booking, shown)).toMatchObject({ hint: 'ticket_given' });
  });

  test("can't be read by the sender, who keeps a line with the recipient and the time", async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    expect(await call(fixture, user, 'my_ticket_transfers')).toMatchObject({ state: 'open', email: addressOf(friend) });
    await accept(fixture, friend, token);
    const readBy = (who: string) =>
      fixture.db.as(signedIn(who), async (db) => [
        (await db`select id from public.bookings`).length,
        (await db`select code from public.booking_codes`).length,
      ]);
    expect(await readBy(user)).toEqual([0, 0]);
    expect(await readBy(friend)).toEqual([1, 1]);
    for (const name of ['quote_cancellation', 'booking_calendar', 'ticket_transfer', 'cancel_booking'])
      await expect(context.call(user, name, booking)).rejects.toMatchObject({ code: 'booking_not_found' });
    const line = (await call(fixture, user, 'my_ticket_transfers')) as Json;
    expect(line).toMatchObject({ state: 'accepted', given_to: 'Ana', receipt: true, booking_id: booking });
    expect(JSON.stringify(line)).not.toContain(addressOf(friend));
    expect(await call(fixture, friend, 'my_ticket_transfers')).toBeUndefined();
  });

  test('is emailed to both, and reported to guide, team and history', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    expect(await lettersOf('transfer_invite')).toMatchObject([{ recipient: addressOf(friend) }]);
    await accept(fixture, friend, token);
    expect(await lettersOf('transfer_ticket')).toMatchObject([{ recipient: addressOf(friend) }]);
    expect(await lettersOf('transfer_accepted')).toMatchObject([{ recipient: addressOf(user) }]);
    const told =
      await sql()`select recipient, template from private.outbox where payload ->> 'wording' = 'guest_changed' order by template, recipient`;
    expect(told.map(({ recipient, template }) => [template, recipient])).toEqual([
      ['guest_moved', fixture.guide],
      ...[fixture.manager, fixture.staff].sort().map((one) => ['team_moved', one]),
    ]);
    expect(await sql()`select user_id, booking_id from public.notifications where wording = 'ticket_given'`).toEqual([
      { user_id: user, booking_id: null },
    ]);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({ by: 'tourist', given: true });
    expect(
      await sql()`select action, actor_id from public.audit_log where action like '%ticket_transfer' order by id`,
    ).toEqual([
      { action: 'start_ticket_transfer', actor_id: user },
      { action: 'accept_ticket_transfer', actor_id: friend },
    ]);
  });

  test('sends no queued email about the booking to the sender, and emails to the sender have no code', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    await sql()`update private.outbox set state = 'queued', frozen = null, next_attempt_at = now() where template = 'booking_confirmation'`;
    await accept(fixture, friend, token);
    const claimed = await fixture.db.as(
      { role: 'service_role' },
      (db) => db`select template, recipient, data from service.claim_outbox(20)`,
    );
    const code = await codeOf(context, booking);
    expect(claimed.map(({ template }) => template).sort()).toEqual(['transfer_accepted', 'transfer_ticket']);
    for (const { recipient, data } of claimed)
      expect(JSON.stringify(data).includes(code)).toBe(recipient === addressOf(friend));
    expect(await sql()`select last_error from private.outbox where template = 'booking_confirmation'`).toEqual([
      { last_error: 'The ticket was transferred to someone else' },
    ]);
  });

  test("asks for a ride's passengers again, and keeps a partner's commission", async () => {
    const { fixture, user } = context;
    await referUsers(sql(), [user]);
    const { booking } = await paid({ ...rideOf(fixture, 2), num_people: 2 });
    const commission = () => sql()`select amount, status from public.commissions`;
    const before = await commission();
    expect(before).toHaveLength(1);
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    await expect(accept(fixture, friend, token)).rejects.toMatchObject({ code: 'invalid_input' });
    await accept(fixture, friend, token, { passenger_details: [{ name: 'Ana Morales' }, { name: 'Ben Morales' }] });
    expect(
      await sql()`select jsonb_path_query_array(passenger_details, '$[*].name') as names from public.bookings where kind = 'transport'`,
    ).toEqual([{ names: ['Ana Morales', 'Ben Morales'] }]);
    expect(await commission()).toEqual(before);
  });

  test('can be transferred again, and each earlier code reports it', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const [ana, ben] = [await aFriend(fixture), await aFriend(fixture, 'Ben')];
    const codes = [await codeOf(context, booking)];
    await accept(fixture, ana, await invite(fixture, user, booking, ana));
    codes.push(await codeOf(context, booking));
    await accept(fixture, ben, await invite(fixture, ana, booking, ben));
    expect(await holderOf(fixture, booking)).toBe(ben);
    for (const code of codes) expect(await show(fixture.guide, booking, code)).toMatchObject({ hint: 'ticket_given' });
    expect(await call(fixture, ana, 'my_ticket_transfers')).toMatchObject({ given_to: 'Ben', receipt: false });
    expect(await context.call(user, 'booking_receipt', booking)).toMatchObject({ customer_email: addressOf(user) });
    await expect(context.call(ana, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
  });
});

describe('the passports of a transferred ticket', () => {
  const imageOf = async (who: string, name = 'passport.jpg') => {
    const path = `${who}/${name}`;
    await sql()`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${path}, ${who})`;
    return path;
  };
  const images = async () => (await sql()`select to_jsonb(passport_images) as images from public.bookings`)[0]?.images;

  test("are required again if the trip needs them, and the sender's are deleted", async () => {
    const { fixture, user } = context;
    await sql()`update public.experiences set passport_required = true`;
    const giversImage = await imageOf(user);
    const { booking } = await paid({ passport_images: [giversImage] });
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    await expect(accept(fixture, friend, token)).rejects.toMatchObject({ code: 'passport_required' });
    for (const passport_images of [[giversImage], [`${friend}/none.jpg`]])
      await expect(accept(fixture, friend, token, { passport_images })).rejects.toMatchObject({ status: 400 });
    const image = await imageOf(friend);
    await accept(fixture, friend, token, { passport_images: [image] });
    expect(await images()).toEqual([image]);
    await sql()`update storage.objects set created_at = now() - interval '2 days'`;
    expect(
      await fixture.db.as(
        { role: 'service_role' },
        async (db) => (await db`select service.expired_passports() as names`)[0]?.names,
      ),
    ).toEqual([giversImage]);
    await sql()`delete from storage.objects where name = ${giversImage}`;
  });

  test("can't be images that are about to be deleted", async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    const image = await imageOf(friend);
    await sql()`select private.let_passport_go(${image})`;
    await expect(accept(fixture, friend, token, { passport_images: [image] })).rejects.toMatchObject({
      code: 'passport_required',
    });
  });
});

describe('the money of a transferred ticket', () => {
  test('is refunded to the paying card when the holder cancels, and the payer is notified', async () => {
    const { fixture, user } = context;
    const { booking, intent } = await paid();
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    // Only the payer learns the amount. The holder reads the percentage.
    expect(await context.call(friend, 'quote_cancellation', booking)).toMatchObject({
      refund_amount: null,
      refund_percent: 100,
      paid_by_other: true,
    });
    await context.call(friend, 'cancel_booking', booking);
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await lettersOf('transfer_refund')).toMatchObject([
      { recipient: addressOf(user), payload: { amount: 175.5 } },
    ]);
    expect(await lettersOf('booking_cancelled')).toMatchObject([{ recipient: addressOf(friend) }]);
    expect(await context.call(user, 'booking_receipt', booking)).toMatchObject({
      customer_email: addressOf(user),
      refunded_amount: 175.5,
    });
    await expect(context.call(friend, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
  });

  test('is notified to the payer also for a partial refund, and for an end without one', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    await reduce(context, booking, 1, { refund_amount: 175.5 }, friend);
    expect(await lettersOf('transfer_refund')).toMatchObject([{ payload: { amount: 175.5 } }]);
    await context.startsIn(booking, 2);
    await context.call(friend, 'cancel_booking', booking);
    const letters = await lettersOf('transfer_refund');
    expect(letters).toHaveLength(2);
    expect(letters[1]?.payload).not.toHaveProperty('amount');
  });

  test('prevents adding people if someone else paid, because two cards would have to be distinguished', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    expect(await optionsOf(fixture, friend, booking, 'more')).toMatchObject({
      refusal: { code: 'paid_by_other' },
      most: 0,
    });
  });

  test('is due from the new holder if it is unpaid cash, and so is its receipt', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    expect(await linked(fixture, friend, token)).toMatchObject({ ticket: { amount_due: 175.5, paid: false } });
    await accept(fixture, friend, token);
    expect(await context.call(friend, 'booking_receipt', booking)).toMatchObject({ customer_email: addressOf(friend) });
    await expect(context.call(user, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
  });

  test('has the same limits as booking it', async () => {
    const { fixture, user } = context;
    const booking = await context.bookCash();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    await sql()`update private.limits set value = 0 where name = 'cash.open'`;
    await expect(accept(fixture, friend, token)).rejects.toMatchObject({ code: 'too_many_cash_bookings' });
    await sql()`update private.limits set value = 3 where name = 'cash.open'`;
    // The giver has travelled here, so the booking didn't count among new guests' seats.
    await sql()`update private.limits set value = 0 where name = 'cash.new_guests_percent'`;
    await sql()`create or replace function private.is_known_guest(p_user_id uuid) returns boolean language sql as ${sql().unsafe(`'select p_user_id = ''${user}'''`)}`;
    await expect(accept(fixture, friend, token)).rejects.toMatchObject({ code: 'cash_share_taken' });
  });
});

describe('the link to a transferred ticket', () => {
  test('shows the ticket and its sender to anyone with the link, without address, phone number and paid price', async () => {
    const { fixture, user } = context;
    await sql()`update public.profiles set full_name = 'Gustavo Pérez' where id = ${user}`;
    const { booking } = await paid({ num_people: 2 });
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    for (const who of [null, friend]) {
      const shown = await linked(fixture, who, token);
      expect(shown).toMatchObject({
        refusal: null,
        ticket: {
          title: 'Castle & hot waterfall',
          booking_date: fixture.date,
          num_people: 2,
          giver_name: 'Gustavo Pérez',
          paid: true,
          amount_due: null,
        },
      });
      for (const secret of [
        addressOf(user),
        '+50255512345',
        'Hotel Backpackers',
        await codeOf(context, booking),
        booking,
      ])
        expect(JSON.stringify(shown)).not.toContain(secret);
      expect(JSON.stringify(shown)).not.toMatch(numberOf(351));
    }
    await accept(fixture, friend, token);
    expect(await linked(fixture, null, token)).toEqual({
      refusal: expect.objectContaining({ code: 'transfer_taken' }),
      mine: false,
      ticket: null,
    });
    expect(await linked(fixture, friend, token)).toMatchObject({ mine: true, ticket: null });
  });

  test('shows nothing if it is wrong', async () => {
    for (const token of ['', 'abc', 'f'.repeat(64)])
      await expect(linked(context.fixture, null, token)).rejects.toMatchObject({ code: 'transfer_not_found' });
  });

  test('is in the language of its reader', async () => {
    const { fixture, user } = context;
    await sql()`update public.experiences set translations = '{"es": {"title": "Castillo"}}'`;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const token = await invite(fixture, user, booking, friend);
    expect(await call(fixture, null, 'ticket_transfer_by_link', { p_token: token, p_language: 'es' })).toMatchObject({
      ticket: { title: 'Castillo' },
    });
  });
});

test('a repeated request is the same invitation, with one email', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  const first = await start(fixture, user, booking, 'Ana@Example.org ');
  expect(await start(fixture, user, booking, 'ana@example.org')).toEqual(first);
  expect(first.email).toBe('ana@example.org');
  expect(await lettersOf('transfer_invite')).toHaveLength(1);
  expect(await context.call(user, 'ticket_transfer', booking)).toMatchObject({ refusal: null, open: first });
  await withdraw(fixture, user, first.transfer_id);
  expect(await context.call(user, 'ticket_transfer', booking)).toMatchObject({ open: null });
});

test('a repeated acceptance by the same person returns the same result', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  const friend = await aFriend(fixture);
  const token = await invite(fixture, user, booking, friend);
  await accept(fixture, friend, token);
  const code = await codeOf(context, booking);
  expect(await accept(fixture, friend, token)).toEqual({ kind: 'experience', booking_id: booking });
  expect(await codeOf(context, booking)).toBe(code);
  expect(await lettersOf('transfer_ticket')).toHaveLength(1);
});

test('a person who registered for it without a name gets the one from the invitation', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  const friend = await aFriend(fixture, '');
  await accept(fixture, friend, await invite(fixture, user, booking, friend, { p_full_name: 'Ana Morales' }));
  expect(await sql()`select full_name from public.profiles where id = ${friend}`).toEqual([
    { full_name: 'Ana Morales' },
  ]);
});

test('lists the bookings that a person had, has or paid for, as each booking answers by itself', async () => {
  const { fixture, user } = context;
  const [friend, last, stranger] = [await aFriend(fixture), await aFriend(fixture), await aFriend(fixture)];
  const { booking } = await paid();
  await paid({ service_date: dayAfter() });
  await accept(fixture, friend, await invite(fixture, user, booking, friend));
  await accept(fixture, last, await invite(fixture, friend, booking, last));
  const rows = await sql()<{ listed: string[]; answered: string[] }[]>`
    select array(select x::text from private.bookings_ever_of(p.id) x order by 1) as listed,
           array(select b.id::text from private.booking_facts b where private.was_booking_of(b, p.id) order by 1) as answered
      from unnest(${[user, friend, last, stranger]}::uuid[]) with ordinality p (id, n) order by p.n`;
  expect(rows.map(({ listed }) => listed.length)).toEqual([2, 1, 1, 0]);
  for (const { listed, answered } of rows) expect(listed).toEqual(answered);
});
