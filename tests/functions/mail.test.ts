import { describe, expect, test, vi } from 'vitest';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as processOutbox } from '../../supabase/functions/process-outbox/handler.ts';
import { handle as sendBookingEmail } from '../../supabase/functions/send-booking-email/handler.ts';
import { payFor, post } from '../database/booking/support/checkout.ts';
import { createHold, createUsers, holdRequest } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { statusCall } from '../database/booking/support/status.ts';
import { pending } from '../support/background-work.ts';
import { createFunctionsContext, eventually } from './support.ts';

checkoutForEachTest();

const run = async () =>
  (await processOutbox(post({}, undefined, { 'x-reconcile-secret': 'reconcile-test' }), checkout.deps)).json();
const makeDue = () =>
  fixture.db.sql`update private.outbox set next_attempt_at = now() where state in ('queued', 'sending')`;
const emails = () =>
  fixture.db.sql<{ state: string; attempts: number; last_error: string | null }[]>`
    select state, attempts, last_error from private.outbox where kind = 'email'`;

describe('the outbox', () => {
  test('retries until the email service accepts, and the booking is unaffected', async () => {
    checkout.mailAnswers.push(500, 503);
    const { booking } = await payFor(fixture, checkout, user);
    await eventually(async () => checkout.mailAnswers.length < 2);
    for (let i = 0; i < 3; i++) {
      await makeDue();
      await run();
    }
    expect(checkout.mails).toHaveLength(1);
    expect(checkout.mails[0]?.key).toBe(`email:booking_confirmation:experience:${booking}`);
    expect(await emails()).toMatchObject([{ state: 'sent', attempts: 3 }]);
  });

  test('sends each email once with many workers at the same time', async () => {
    await payFor(fixture, checkout, user);
    await Promise.all(Array.from({ length: 8 }, run));
    expect(checkout.mails).toHaveLength(1);
  });

  test('sends the same bytes under the same key again after a worker died', async () => {
    const admin = checkout.deps.admin;
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    checkout.deps.admin = (name, args) =>
      name === 'finish_outbox' ? Promise.reject(new Error('killed')) : admin(name, args);
    await payFor(fixture, checkout, user);
    await pending.settled();
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
    checkout.deps.admin = admin;
    // The email's text has changed since then. The email service must still recognise it.
    await fixture.db.sql`update public.experiences set title = 'Renamed' where id = ${fixture.experience}`;
    await makeDue();
    await run();
    expect(checkout.mails).toHaveLength(2);
    const [first, second] = checkout.mails;
    expect(second).toEqual(first);
    expect(await emails()).toMatchObject([{ state: 'sent' }]);
  });

  test('uses one attempt of one email when a worker dies', async () => {
    const others = await createUsers(fixture.db.sql, 3);
    checkout.mailAnswers.push(503, 503, 503, 503);
    for (const guest of [user, ...others]) await payFor(fixture, checkout, guest);
    await pending.settled();
    await makeDue();
    await fixture.db.sql`update private.outbox set attempts = 0`;
    checkout.deps.fetch = () => Promise.reject(new Error('killed'));
    const admin = checkout.deps.admin;
    checkout.deps.admin = (name, args) =>
      name === 'finish_outbox' ? Promise.reject(new Error('killed')) : admin(name, args);
    await run().catch(() => undefined);
    expect((await emails()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 0, 1]);
  });

  test('counts an email known under its key with another text as sent', async () => {
    checkout.deps.fetch = async () => Response.json({ name: 'invalid_idempotent_request' }, { status: 409 });
    await payFor(fixture, checkout, user);
    await pending.settled();
    expect(await emails()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([
    [422, 'dead'],
    [401, 'queued'],
    [409, 'queued'],
    [429, 'queued'],
  ])('after the response %i leaves it %s', async (status, state) => {
    checkout.mailAnswers.push(status);
    await payFor(fixture, checkout, user);
    await pending.settled();
    expect(await emails()).toMatchObject([{ state, attempts: 1, last_error: expect.stringContaining(String(status)) }]);
  });

  test('sets an invalid email aside immediately, and sends the next', async () => {
    await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('x', 'email', 'contact_message', 'team@example.test', '{"name": 1}'), ('y', 'email', 'contact_message', 'team@example.test',
        '{"name": "Ana", "email": "ana@example.test", "message": "Hi"}')`;
    expect(await run()).toEqual({
      asked: 0,
      told: 0,
      pickups: 0,
      reminded: 0,
      sent: 1,
      failed: 1,
      pushed: 0,
      wallets: 0,
    });
    expect(await emails()).toMatchObject([
      { state: 'dead', last_error: expect.stringContaining('could not be written') },
      { state: 'sent' },
    ]);
  });

  test('continues although nobody can be asked for a review', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('y', 'email', 'contact_message', 'team@example.test', '{"name": "Ana", "email": "ana@example.test", "message": "Hi"}')`;
    const { admin } = checkout.deps;
    checkout.deps.admin = (name, args) =>
      name === 'queue_review_requests' ? Promise.reject(new Error('poisoned')) : admin(name, args);
    expect(await run()).toEqual({
      asked: 0,
      told: 0,
      pickups: 0,
      reminded: 0,
      sent: 1,
      failed: 0,
      pushed: 0,
      wallets: 0,
    });
    expect(log).toHaveBeenCalledOnce();
  });

  test('requires the secret', async () => {
    expect((await processOutbox(post({}), checkout.deps)).status).toBe(401);
  });
});

describe('send-booking-email', () => {
  const ask = async (booking: string, token: string, type = 'experience') => {
    const response = await sendBookingEmail(post({ type, booking_id: booking }, token), checkout.deps);
    return { status: response.status, body: await response.json() };
  };

  test('returns only an error indicator, and adds no second confirmation', async () => {
    const { booking } = await payFor(fixture, checkout, user);
    for (let i = 0; i < 3; i++) expect(await ask(booking, user)).toEqual({ status: 200, body: { error: null } });
    await eventually(async () => checkout.mails.length > 0);
    await run();
    expect(checkout.mails).toHaveLength(1);
  });

  test("is for the tourist and the territory's staff", async () => {
    const { booking } = await payFor(fixture, checkout, user);
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    expect(await ask(booking, fixture.staff)).toMatchObject({ status: 200 });
    expect(await ask(booking, other)).toMatchObject({ status: 404, body: { code: 'booking_not_found' } });
    expect(await ask(booking, user, 'transport')).toMatchObject({ status: 404 });
    expect(await ask(booking, user, 'boat')).toMatchObject({ status: 400 });
  });
});

describe('an event and its email', () => {
  test('are a message to the other side, without the code of the ticket', async () => {
    const { booking } = await payFor(fixture, checkout, user);
    await pending.settled();
    await run();
    checkout.mails.length = 0;
    await fixture.db.as(
      { role: 'authenticated', sub: fixture.staff },
      (sql) => sql`select public.send_message(${booking}, 'The boat <b>waits</b>')`,
    );
    await makeDue();
    await run();
    const [code] = await fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
    expect(checkout.mails).toHaveLength(1);
    expect(JSON.stringify(checkout.mails)).toContain('The boat &lt;b&gt;waits&lt;/b&gt;');
    expect(JSON.stringify(checkout.mails)).toContain(`/bookings/experience/${booking}/messages`);
    expect(code?.code).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(checkout.mails)).not.toContain(code?.code);
    const [row] = await fixture.db.sql`select state from private.outbox where template = 'message'`;
    expect(row).toEqual({ state: 'sent' });
  });

  test("are one for a declined card, with Stripe's own text", async () => {
    const context = await createFunctionsContext();
    try {
      const { sql } = context.fixture.db;
      const hold = await createHold(context.fixture, context.user, holdRequest(context.fixture));
      const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.deps);
      const { client_secret } = (await answer.json()) as { client_secret: string };
      const declined = async () =>
        (await sql`select payload ->> 'reason' as reason from private.outbox where template = 'payment_failed'`).map(
          (row) => row.reason,
        );
      await context.pay(client_secret, '4000000000000002');
      await eventually(async () => (await declined()).length > 0);
      await context.pay(client_secret, '4000000000000002');
      expect(await declined()).toEqual(['declined']);
    } finally {
      await context.stop();
    }
  });

  test("can be written from the database's data for every template that it queues", async () => {
    const { booking } = await payFor(fixture, checkout, user);
    await pending.settled();
    const as = (who: string, sql: string) =>
      fixture.db.as({ role: 'authenticated', sub: who }, (tx) => tx.unsafe(`select ${sql}`));
    await as(fixture.staff, `public.send_message('${booking}', 'Hi')`);
    await as(fixture.staff, `public.create_invite('new@example.test', '{tour_guide}', 'rio', 'Mateo')`);
    await makeDue();
    await run();
    await as(fixture.staff, statusCall(booking, 'cancelled'));
    await fixture.db.sql`update private.payment_lines set refunded_minor = 100`;
    await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      select 'r', 'email', 'booking_refunded', p.email, jsonb_build_object('kind', 'experience', 'booking_id', ${booking}::uuid, 'part', '1')
        from public.profiles p where p.id = ${user}`;
    await run();
    await fixture.db.sql`update public.bookings set status = 'checked_in', check_in_status = 'checked_in'`;
    await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      select 'q', 'email', 'review_request', p.email, jsonb_build_object('kind', 'experience', 'booking_id', ${booking}::uuid)
        from public.profiles p where p.id = ${user}`;
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    await fixture.db
      .sql`insert into private.holds (user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people,
        seats, unit_price, total_price, currency_code, form, expires_at, state)
      select ${other}, gen_random_uuid(), 'x', 'experience', departure_id, 'rio', 'shared', 1, 1, 175.5, 175.5, 'GTQ', '{}', now() + interval '9 minutes', 'released'
        from public.bookings`;
    await fixture.db.sql`update private.holds set state = 'void' where user_id = ${other}`;
    await run();
    const states = await fixture.db
      .sql`select template, state, last_error from private.outbox where kind = 'email' order by template`;
    expect(states).toEqual(
      [
        'booking_cancelled',
        'booking_confirmation',
        'booking_refunded',
        'invite',
        'message',
        'payment_failed',
        'review_request',
      ].map((template) => ({ template, state: 'sent', last_error: null })),
    );
  });
});
