import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants, createHold, createUsers, grantRole, holdRequest } from '../booking/support/fixture.ts';
import { statusCall } from '../booking/support/status.ts';
import { call } from '../departures/support.ts';
import { accept, invite } from '../transfers/support.ts';
import { createPost, type Post } from './support.ts';

interface Email {
  id: number;
  template: string;
  recipient: string | null;
  state: string;
  again: boolean;
  may_send: boolean;
}

let post: Post;
let booking: string;
beforeEach(async () => {
  post = await createPost();
  const hold = await createHold(post.fixture, post.user, holdRequest(post.fixture, { payment_method: 'cash' }));
  const booked = await post.call<{ booking_id: string }>(post.user, `public.book_cash('${hold.hold_id}')`);
  booking = booked.booking_id;
});
afterEach(async () => {
  expect(await brokenInvariants(post.fixture)).toEqual([]);
  await post.fixture.db.drop();
});

const guest = () => `${post.user}@example.test`;
const read = (who = post.fixture.staff) =>
  call(post.fixture, who, 'booking_emails', { p_booking_id: booking }) as unknown as Promise<{
    ticket_to: string | null;
    emails: Email[];
  }>;
/** Sends an email again, or the ticket. */
const send = (p_email_id: number | null, who = post.fixture.staff, p_key = randomUUID()) =>
  call(post.fixture, who, 'send_booking_email', { p_booking_id: booking, p_key, p_email_id });
const setStatus = (status: string) => post.call(post.fixture.staff, statusCall(booking, status));

/** Sends what is queued, and returns its data. */
async function deliver() {
  const claimed = await post.claim();
  for (const { id } of claimed) await post.service('finish_outbox', { p_id: id, p_outcome: 'sent' });
  return claimed;
}

const firstOf = async (template: string) => {
  const email = (await read()).emails.find((one) => one.template === template);
  if (!email) throw new Error(`No email ${template}`);
  return email;
};

describe('the emails of a booking', () => {
  test('are listed with their state, newest first', async () => {
    expect(await read()).toMatchObject({
      ticket_to: guest(),
      emails: [{ template: 'booking_confirmation', recipient: guest(), state: 'queued', may_send: false }],
    });
    await deliver();
    await setStatus('cancelled');
    expect(await read()).toMatchObject({
      ticket_to: null,
      emails: [
        { template: 'booking_cancelled', state: 'queued', may_send: false },
        { template: 'booking_confirmation', state: 'sent', may_send: false },
      ],
    });
  });

  test('include an invitation to take over the ticket, without its address', async () => {
    const [friend = ''] = await createUsers(post.fixture.db.sql, 1);
    const token = await invite(post.fixture, post.user, booking, friend);
    expect((await read()).emails[0]).toMatchObject({ template: 'transfer_invite', recipient: null, may_send: false });
    await deliver();
    await accept(post.fixture, friend, token);
    // The guest who had the ticket before doesn't get it again.
    const { ticket_to, emails } = await read();
    expect(ticket_to).toBe(`${friend}@example.test`);
    expect(emails.filter(({ may_send }) => may_send)).toEqual([]);
  });

  test('are not sent by people of other places, or by the guest who works here', async () => {
    await deliver();
    const { sql } = post.fixture.db;
    const [manager = ''] = await createUsers(sql, 1);
    await grantRole(sql, manager, 'territory_manager', 'lago');
    const { id } = await firstOf('booking_confirmation');
    for (const who of [manager, post.fixture.guide, post.user]) {
      await expect(read(who)).rejects.toMatchObject({ status: 403 });
      for (const email of [id, null]) await expect(send(email, who)).rejects.toMatchObject({ status: 403 });
    }
    await grantRole(sql, post.user, 'territory_manager', 'rio');
    expect((await read(post.user)).emails).toMatchObject([{ may_send: false }]);
    await expect(send(id, post.user)).rejects.toMatchObject({ code: 'own_booking' });
  });
});

describe('sending again', () => {
  test('sends the confirmation as of now, once per key', async () => {
    await deliver();
    await setStatus('paid');
    const { id } = await firstOf('booking_confirmation');
    const key = randomUUID();
    for (const _ of [1, 2]) await send(id, post.fixture.staff, key);
    expect((await read()).emails).toMatchObject([{ state: 'queued', again: true, may_send: false }, { again: false }]);
    expect(await deliver()).toMatchObject([
      {
        template: 'booking_confirmation',
        data: { status: 'paid', reinstated: false, check_in_code: expect.any(String) },
      },
    ]);
  });

  test('sends the ticket of a booking that was reinstated, which an old confirmation no longer is', async () => {
    await deliver();
    await setStatus('cancelled');
    await deliver();
    await setStatus('confirmed');
    await post.fixture.db.sql`update private.outbox set sent_at = sent_at - interval '1 hour'`;
    await deliver();
    const { emails } = await read();
    expect(emails.map(({ template, may_send }) => [template, may_send])).toEqual([
      ['booking_confirmation', true],
      ['booking_cancelled', false],
      ['booking_confirmation', false],
    ]);
    await expect(send(emails.at(-1)?.id ?? 0)).rejects.toMatchObject({ status: 409, code: 'email_obsolete' });
    await send(null);
    expect(await deliver()).toMatchObject([{ template: 'booking_confirmation', data: { reinstated: false } }]);
  });

  test('tries an email again that was given up, without a second one', async () => {
    const [claim] = await post.claim();
    await post.service('finish_outbox', { p_id: claim?.id, p_outcome: 'refused', p_error: 'No such mailbox' });
    const failed = await firstOf('booking_confirmation');
    expect(failed).toMatchObject({ state: 'dead', may_send: true });
    await send(failed.id);
    expect((await read()).emails).toMatchObject([{ id: failed.id, state: 'queued' }]);
    await deliver();
  });

  test('refuses the ticket of a booking that ended, and emails of other bookings', async () => {
    await deliver();
    await setStatus('cancelled');
    await expect(send(null)).rejects.toMatchObject({ code: 'email_obsolete' });
    const [other = ''] = await createUsers(post.fixture.db.sql, 1);
    await post.pay(other);
    await deliver();
    const [row] = await post.fixture.db.sql`select id from private.outbox where recipient = ${`${other}@example.test`}`;
    await expect(send(row?.id)).rejects.toMatchObject({ code: 'email_obsolete' });
  });

  test('stops after five a day for a booking', async () => {
    await deliver();
    for (const _ of [1, 2, 3, 4, 5]) await send(null);
    await expect(send(null)).rejects.toMatchObject({ status: 429, code: 'rate_limited_day' });
  });

  test('stops after ten a day for an address, from the whole team', async () => {
    const { sql } = post.fixture.db;
    const [colleague = ''] = await createUsers(sql, 1);
    await grantRole(sql, colleague, 'territory_manager', 'rio');
    for (const who of [post.fixture.staff, colleague]) for (const _ of [1, 2, 3, 4, 5]) await send(null, who);
    await expect(send(null, post.admin)).rejects.toMatchObject({ status: 429, code: 'rate_limited_day' });
  });
});
