import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers } from '../booking/support/fixture.ts';
import { setStatus } from '../booking/support/status.ts';
import { morePeopleIn } from '../changes/more-support.ts';
import { change, reduce } from '../changes/support.ts';
import { call, cancel, type Json, offered } from '../departures/support.ts';
import { accept, addressOf, aFriend, FORM, holderOf, invite, linked, start, tokenOf, withdraw } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}) => payFor(context.fixture, context.checkout, context.user, more);

/** Creates a ticket that a friend is invited to take. */
async function offeredToFriend(more: Json = {}) {
  const { fixture, user } = context;
  const { booking, intent } = await paid(more);
  const friend = await aFriend(fixture);
  const { transfer_id } = await start(fixture, user, booking, addressOf(friend));
  return { booking, intent, friend, transfer: transfer_id, token: await tokenOf(fixture, transfer_id) };
}

describe('an invitation to take a ticket', () => {
  const refused = async (booking: string, code: string) => {
    await expect(start(context.fixture, context.user, booking, 'ana@example.org')).rejects.toMatchObject({ code });
    expect(await context.call(context.user, 'ticket_transfer', booking)).toMatchObject({ refusal: { code } });
  };

  test('is refused from anyone else, to nobody, or to the sender', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    for (const who of [fixture.staff, fixture.guide, await aFriend(fixture)])
      await expect(start(fixture, who, booking, 'ana@example.org')).rejects.toMatchObject({
        code: 'booking_not_found',
      });
    await expect(start(fixture, user, booking, addressOf(user).toUpperCase())).rejects.toMatchObject({
      code: 'own_address',
    });
    for (const email of ['', 'ana', 'a@b', '<a@b.c>', `${'a'.repeat(260)}@b.co`, null])
      await expect(start(fixture, user, booking, email as string)).rejects.toMatchObject({ code: 'invalid_input' });
    for (const p_full_name of ['', ' ', null, 'a'.repeat(61)])
      await expect(start(fixture, user, booking, 'ana@example.org', { p_full_name })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    for (const [p_full_name, code] of [
      ['Win at www.evil.example', 'name_not_plain'],
      ['Call 50255551234 now', 'name_not_person'],
      ['Your account is blocked, reply now', 'name_not_person'],
    ] as const) {
      await expect(start(fixture, user, booking, 'ana@example.org', { p_full_name })).rejects.toMatchObject({ code });
    }
  });

  test('is refused once the trip has begun or someone has arrived', async () => {
    const { booking } = await paid();
    await context.startsIn(booking, 1);
    await context.set('bookings', booking, 'check_in_status', 'checked_in');
    await refused(booking, 'departure_begun');
    await context.set('bookings', booking, 'check_in_status', 'pending');
    await context.startsIn(booking, -1);
    await refused(booking, 'departure_begun');
  });

  test('is refused after a cancellation by its tourist or of its departure', async () => {
    const { booking } = await paid();
    await cancel(context.fixture, context.fixture.guide);
    await refused(booking, 'departure_cancelled');
    await context.call(context.user, 'cancel_booking', booking);
    await refused(booking, 'booking_cancelled');
  });

  test('is refused while it is not paid, and while more people are being paid for', async () => {
    const { booking } = await context.bookUncaptured();
    await refused(booking, 'offer_payment_in_progress');
    await context.work();
    const { begin, expire } = morePeopleIn(context);
    await begin(booking);
    await refused(booking, 'addition_open');
    await expire();
    expect(await context.call(context.user, 'ticket_transfer', booking)).toMatchObject({ refusal: null });
  });

  test('is refused for a second person during an open invitation', async () => {
    const { fixture, user } = context;
    const { booking, transfer } = await offeredToFriend();
    await expect(start(fixture, user, booking, 'ben@example.org')).rejects.toMatchObject({ code: 'transfer_open' });
    await withdraw(fixture, user, transfer);
    expect(await start(fixture, user, booking, 'ben@example.org')).toMatchObject({ email: 'ben@example.org' });
  });

  test('is refused after a few a day, by one person or to one address', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    for (let n = 0; n < 5; n++) {
      const { transfer_id } = await start(fixture, user, booking, `friend${n}@example.org`);
      await withdraw(fixture, user, transfer_id);
    }
    await expect(start(fixture, user, booking, 'ana@example.org')).rejects.toMatchObject({ status: 429 });
    const others = await createUsers(sql(), 4);
    for (const [n, one] of others.entries()) {
      const theirs = (await payFor(fixture, context.checkout, one)).booking;
      const asked = start(fixture, one, theirs, 'victim@example.org');
      if (n < 3) await asked;
      else await expect(asked).rejects.toMatchObject({ status: 429 });
    }
  });

  test('sends no email to a blocked account', async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    await sql()`update auth.users set banned_until = now() + interval '1 year' where id = ${friend}`;
    await start(fixture, user, booking, addressOf(friend));
    expect(await sql()`select 1 from private.outbox where template = 'transfer_invite'`).toHaveLength(0);
  });
});

describe('an acceptance', () => {
  const refused = async (who: string, token: string, code: string) => {
    const { booking_id } = (await sql()`select booking_id from private.ticket_transfers`)[0] as { booking_id: string };
    const before = await holderOf(context.fixture, booking_id);
    await expect(accept(context.fixture, who, token)).rejects.toMatchObject({ code });
    expect(await linked(context.fixture, who, token)).toMatchObject({ refusal: { code } });
    expect(await holderOf(context.fixture, booking_id)).toBe(before);
  };

  test('is refused with another account, without one, or with an unconfirmed address', async () => {
    const { fixture } = context;
    const { friend, token } = await offeredToFriend();
    await refused(await aFriend(fixture), token, 'transfer_other_account');
    await expect(call(fixture, null, 'accept_ticket_transfer', { p_token: token, p: FORM })).rejects.toThrow(
      'permission denied',
    );
    await sql()`update auth.users set email_confirmed_at = null where id = ${friend}`;
    await expect(accept(fixture, friend, token)).rejects.toMatchObject({ code: 'email_unconfirmed' });
  });

  test('is refused to the person who transfers it', async () => {
    const { token } = await offeredToFriend();
    await refused(context.user, token, 'own_transfer');
  });

  test('is refused once it was withdrawn, even twice or by someone else', async () => {
    const { fixture, user } = context;
    const { friend, token, transfer } = await offeredToFriend();
    await expect(withdraw(fixture, friend, transfer)).rejects.toMatchObject({ code: 'transfer_not_found' });
    await withdraw(fixture, user, transfer);
    await withdraw(fixture, user, transfer);
    await refused(friend, token, 'transfer_withdrawn');
  });

  test("is refused once it was accepted, and then it can't be withdrawn either", async () => {
    const { fixture, user } = context;
    const { friend, token, transfer } = await offeredToFriend();
    await accept(fixture, friend, token);
    await refused(await aFriend(fixture), token, 'transfer_taken');
    await refused(user, token, 'transfer_taken');
    await expect(withdraw(fixture, user, transfer)).rejects.toMatchObject({ code: 'transfer_taken' });
  });

  test('is refused once it is cancelled, or its departure is', async () => {
    const { fixture, user } = context;
    const { booking, friend, token } = await offeredToFriend();
    const departure = await offered(context);
    await refused(friend, token, 'departure_cancelled');
    await call(fixture, user, 'answer_departure_offer', { p_offer_id: departure.offer_id, p_answer: 'refund' });
    await refused(friend, token, 'booking_cancelled');
    expect(await sql()`select state from private.ticket_transfers where booking_id = ${booking}`).toEqual([
      { state: 'closed' },
    ]);
  });

  test('is refused after the deadline, which is never after the departure', async () => {
    const { fixture, user } = context;
    const { booking, friend, token, transfer } = await offeredToFriend();
    await sql()`update private.ticket_transfers set expires_at = now() where id = ${transfer}`;
    await refused(friend, token, 'transfer_expired');
    expect(await call(fixture, user, 'my_ticket_transfers')).toBeUndefined();
    await context.startsIn(booking, 2);
    const again = await start(fixture, user, booking, addressOf(friend));
    expect(await sql()`select ${again.expires_at}::timestamptz < now() + interval '3 hours' as soon`).toEqual([
      { soon: true },
    ]);
    await context.startsIn(booking, -1);
    await refused(friend, await tokenOf(fixture, again.transfer_id), 'departure_begun');
  });

  test('is refused before its changes were shown', async () => {
    const { fixture } = context;
    const { booking, friend, token } = await offeredToFriend({ num_people: 2 });
    const { ticket } = await linked(fixture, friend, token);
    const asRead = () =>
      call(fixture, friend, 'accept_ticket_transfer', { p_token: token, p: { ...FORM, version: ticket?.version } });
    await change(context, booking);
    await expect(asRead()).rejects.toMatchObject({ code: 'ticket_changed' });
    await reduce(context, booking, 1, { refund_amount: 175.5 });
    await expect(asRead()).rejects.toMatchObject({ code: 'ticket_changed' });
    await accept(fixture, friend, token);
    expect(await holderOf(fixture, booking)).toBe(friend);
  });

  test('is refused without a number, a country and the current waiver', async () => {
    const { fixture } = context;
    const { friend, token } = await offeredToFriend();
    for (const [more, code] of [
      [{ whatsapp_number: '' }, 'whatsapp_required'],
      [{ whatsapp_number: '123' }, 'invalid_input'],
      [{ country: null }, 'country_required'],
      [{ waiver_version: undefined }, 'waiver_required'],
      [{ waiver_version: '2020-01-01' }, 'waiver_outdated'],
      [{ hotel_name: 'see evil.example' }, 'name_not_plain'],
    ] as const)
      await expect(accept(fixture, friend, token, more)).rejects.toMatchObject({ code });
    for (const p of [null, [], 'x', 1])
      await expect(call(fixture, friend, 'accept_ticket_transfer', { p_token: token, p })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });
});

describe('stored data of a transfer', () => {
  test('end by the clock, and the invited person is deleted a day later', async () => {
    const { fixture } = context;
    const { transfer } = await offeredToFriend();
    const run = () => sql()`select service.run_departures() ->> 'transfers_ended' as ended`;
    expect(await run()).toEqual([{ ended: '0' }]);
    await sql()`update private.ticket_transfers set expires_at = now()`;
    expect(await run()).toEqual([{ ended: '1' }]);
    const kept = () => sql()`select state, email <> '' as known from private.ticket_transfers where id = ${transfer}`;
    expect(await kept()).toEqual([{ state: 'expired', known: true }]);
    await sql()`update private.ticket_transfers set ended_at = now() - interval '1 day'`;
    await run();
    expect(await kept()).toEqual([{ state: 'expired', known: false }]);
    expect(fixture.db).toBeDefined();
  });

  test('lose address and open invitation with a deleted account', async () => {
    const { friend, token } = await offeredToFriend();
    await sql()`select private.erase_person(${context.user})`;
    expect(await sql()`select state, email, full_name, giver_id from private.ticket_transfers`).toEqual([
      { state: 'withdrawn', email: '', full_name: '', giver_id: null },
    ]);
    expect(await sql()`select 1 from private.outbox where template = 'transfer_invite'`).toHaveLength(0);
    await expect(accept(context.fixture, friend, token)).rejects.toMatchObject({ code: 'transfer_withdrawn' });
  });

  test("don't allow more emails to a person who has deleted the account", async () => {
    const { fixture, user } = context;
    const { booking } = await paid();
    const friend = await aFriend(fixture);
    const ask = async () => {
      const { transfer_id } = await start(fixture, user, booking, addressOf(friend));
      await withdraw(fixture, user, transfer_id);
    };
    for (let n = 0; n < 3; n++) await ask();
    await sql()`select private.erase_person(${friend})`;
    await expect(ask()).rejects.toMatchObject({ status: 429, code: 'rate_limited_day' });
    // Only the hash of the address is stored, and for a day.
    expect(await sql()`select 1 from private.letters_to_addresses where key like ${`%${friend}%`}`).toEqual([]);
    await sql()`update private.letters_to_addresses set at = now() - interval '1 day'`;
    await ask();
    await sql()`select service.run_departures()`;
    expect(await sql()`select count(*)::int as n from private.letters_to_addresses`).toEqual([{ n: 1 }]);
  });

  test('are deleted with the account of the person who transferred it, if staff noted them', async () => {
    const { fixture, user } = context;
    const { booking, friend, token } = await offeredToFriend();
    await sql()`update public.profiles set full_name = 'Wilhelmina Kurz' where id = ${user}`;
    await accept(fixture, friend, token);
    await setStatus(fixture.db, fixture.staff, booking, 'confirmed', { p_reason: 'Wilhelmina Kurz has called' });
    await sql()`select private.erase_person(${user})`;
    const written = await sql()`select detail::text as text from public.booking_events where detail ? 'note'
      union all select detail::text from public.audit_log where action = 'set_booking_status'`;
    expect(written).toHaveLength(2);
    for (const { text } of written) expect(text).toContain('[removed] has called');
  });

  test("exclude the former holder's data, and the ticket stays the other person's", async () => {
    const { fixture, user } = context;
    const { booking, friend, token } = await offeredToFriend();
    await accept(fixture, friend, token);
    await sql()`select private.erase_person(${user})`;
    expect(await holderOf(fixture, booking)).toBe(friend);
    expect(await sql()`select paid_by_other, payer_id from public.bookings`).toEqual([
      { paid_by_other: true, payer_id: null },
    ]);
    await expect(context.call(friend, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
    const [next = ''] = await createUsers(sql(), 1);
    await accept(fixture, next, await invite(fixture, friend, booking, next));
    expect(await sql()`select payer_id from public.bookings`).toEqual([{ payer_id: null }]);
  });
});
