import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { runOps, syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { said } from '../../support/notices.ts';
import { confirm, payFor, startPayment } from './support/checkout.ts';
import { createHold, createUsers, departureOf, referUsers } from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking } from './support/refund.ts';

checkoutForEachTest({ seats: 4, sound: true });

const sync = (intent: string) => syncPayment(checkout.deps.stripe, checkout.deps.admin, intent);

async function ledgerOf(booking: string) {
  const rows = await fixture.db.sql`select party, kind, amount::float from private.ledger
    where booking_id = ${booking} order by id`;
  return rows.map((row) => `${row.kind} ${row.party} ${row.amount}`);
}

async function expire(hold: string): Promise<void> {
  await fixture.db.sql`update private.holds set expires_at = now() - interval '1 second' where id = ${hold}`;
}

async function bookingOf(id: string) {
  const [row] = await fixture.db
    .sql`select status, payment_status, num_people, total_price::float, guide_id from public.bookings where id = ${id}`;
  return row;
}

describe('a card payment', () => {
  test('becomes one paid booking with a code, ledger entries, an email and notifications', async () => {
    const paid = await payFor(fixture, checkout, user, { num_people: 2 });
    expect(await bookingOf(paid.booking)).toEqual({
      status: 'paid',
      payment_status: 'completed',
      num_people: 2,
      total_price: 351,
      guide_id: fixture.guide,
    });
    expect(await ledgerOf(paid.booking)).toEqual(['sale operator 280.8', 'sale territory 35.1', 'sale app 35.1']);
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 2 });
    await processOutbox(checkout.deps);
    // The confirmation may have sent the email first, in the background.
    await expect.poll(() => checkout.mails.length).toBe(1);
    expect(checkout.mails[0]?.html).toContain('Castle &amp; hot waterfall');
    // The code is shown to the guide, whose page checks it in.
    expect(checkout.mails[0]?.text).toMatch(/^[0-9A-F]{4} [0-9A-F]{4}$/m);
    expect(checkout.mails[0]?.text).not.toContain('/check-in/');
    const told = await fixture.db
      .sql`select wording, params from public.notifications where user_id in (${user}, ${fixture.guide}) order by wording`;
    expect(said(told).map((row) => row.title)).toEqual(['Booking confirmed', 'New booking']);
  });

  test('pays the partner of a referred tourist', async () => {
    const partner = await referUsers(fixture.db.sql, [user], 12.5);
    const { booking } = await payFor(fixture, checkout, user, { num_people: 2 });
    expect(await ledgerOf(booking)).toEqual([
      'sale operator 236.92',
      'sale territory 35.1',
      'sale app 35.1',
      'sale partner 43.88',
    ]);
    const [commission] = await fixture.db.sql`select c.amount::float, c.status, c.partner_id from public.commissions c
      join public.referrals r on r.id = c.referral_id where r.booking_id = ${booking}`;
    expect(commission).toEqual({ amount: 43.88, status: 'pending', partner_id: partner });
  });

  test('is authorised first, so that the seat is sold before the money is taken', async () => {
    const started = await startPayment(fixture, checkout, user);
    checkout.stripe.authorise(started.intent);
    checkout.stripe.failures = ['before'];
    expect(await confirm(checkout, started)).toMatchObject({ state: 'booked' });
    const [booking] = await fixture.db.sql`select id, status, payment_status from public.bookings`;
    expect(booking).toMatchObject({ status: 'ordered', payment_status: 'pending' });
    expect(await ledgerOf(booking?.id)).toEqual([]);
    await fixture.db.sql`update private.stripe_ops set next_attempt_at = now()`;
    await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 10 });
    expect(await bookingOf(booking?.id)).toMatchObject({ status: 'paid', payment_status: 'completed' });
  });

  test("is started by the hold's owner, with one PaymentIntent, and a second one is released", async () => {
    const { hold, intent } = await startPayment(fixture, checkout, user);
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const begin = checkout.deps.admin('begin_payment', { p_hold_id: hold.hold_id, p_user_id: other });
    await expect(begin).rejects.toMatchObject({ code: 'hold_not_found' });
    await checkout.deps.admin('attach_payment_intent', {
      p_hold_id: hold.hold_id,
      p_payment_intent_id: 'pi_second',
      p_status: 'requires_payment_method',
    });
    expect([...(await fixture.db.sql`select payment_intent_id, op, reason from private.stripe_ops`)]).toEqual([
      { payment_intent_id: 'pi_second', op: 'cancel', reason: 'duplicate' },
    ]);
    expect([...(await fixture.db.sql`select payment_intent_id from private.charges`)]).toEqual([
      { payment_intent_id: intent },
    ]);
    // Stripe doesn't know this id.
    await fixture.db.sql`delete from private.stripe_ops`;
  });

  test('sells once, however often it is reported', async () => {
    const { booking } = await payFor(fixture, checkout, user);
    const before = await ledgerOf(booking);
    const [again] = await fixture.db.sql`select private.record_sale(${booking}) as written`;
    expect(again?.written).toBe(false);
    expect(await ledgerOf(booking)).toEqual(before);
  });

  test('asks for the card if it is not authorised yet', async () => {
    const started = await startPayment(fixture, checkout, user);
    expect(await confirm(checkout, started)).toMatchObject({ state: 'requires_payment' });
    expect(await departureOf(fixture)).toMatchObject({ held: 1, sold: 0 });
  });

  test('is released if its amount or currency differs from the hold', async () => {
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const cheap = await startPayment(fixture, checkout, user);
    checkout.stripe.get(cheap.intent).amount = 100;
    checkout.stripe.authorise(cheap.intent);
    expect(await confirm(checkout, cheap)).toMatchObject({ state: 'void' });
    expect(checkout.stripe.get(cheap.intent).status).toBe('canceled');
    const foreign = await startPayment(fixture, checkout, other);
    Object.assign(checkout.stripe.get(foreign.intent), {
      currency: 'clp',
      status: 'succeeded',
      amount_received: 17_550,
      latest_charge: { amount_refunded: 0 },
    });
    expect(await confirm(checkout, foreign)).toMatchObject({ state: 'void' });
    expect(checkout.stripe.refundedOf(foreign.intent)).toBe(17_550);
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 0 });
  });
});

describe('a payment after its hold expired', () => {
  test('books if the seats are still held', async () => {
    const started = await startPayment(fixture, checkout, user);
    await expire(started.hold.hold_id);
    await checkout.deps.admin('release_expired');
    checkout.stripe.authorise(started.intent);
    expect(await confirm(checkout, started)).toMatchObject({ state: 'booked' });
    expect(checkout.stripe.get(started.intent).status).toBe('succeeded');
  });

  test('takes the seats again if they are free', async () => {
    const started = await startPayment(fixture, checkout, user);
    // The id of the PaymentIntent was lost, so the hold was released without it.
    await fixture.db.sql`update private.payments set payment_intent_id = null`;
    await fixture.db.sql`update private.holds set expires_at = now() - interval '1 hour'`;
    await checkout.deps.admin('release_expired');
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 0 });
    checkout.stripe.authorise(started.intent);
    expect(await sync(started.intent)).toMatchObject({ state: 'booked' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 1 });
  });

  test('is cancelled if they are sold, refunded if it was captured, and never reinstated', async () => {
    const [late = '', group = ''] = await createUsers(fixture.db.sql, 2);
    const first = await startPayment(fixture, checkout, user);
    const second = await startPayment(fixture, checkout, late);
    await fixture.db.sql`update private.payments set payment_intent_id = null`;
    await fixture.db.sql`update private.holds set expires_at = now() - interval '1 hour'`;
    await checkout.deps.admin('release_expired');
    await createHold(fixture, group, (await import('./support/fixture.ts')).holdRequest(fixture, { num_people: 4 }));
    checkout.stripe.authorise(first.intent);
    expect(await sync(first.intent)).toMatchObject({ state: 'void' });
    expect(checkout.stripe.get(first.intent).status).toBe('canceled');
    Object.assign(checkout.stripe.get(second.intent), {
      status: 'succeeded',
      amount_received: 17_550,
      latest_charge: { amount_refunded: 0 },
    });
    expect(await sync(second.intent)).toMatchObject({ state: 'void' });
    expect(checkout.stripe.refundedOf(second.intent)).toBe(17_550);
    // An outdated copy of the PaymentIntent, from before the refund.
    const stale = {
      p_payment_intent_id: second.intent,
      p_status: 'requires_capture',
      p_amount: 17_550,
      p_amount_received: 0,
      p_currency: 'gtq',
    };
    expect(await checkout.deps.admin('apply_payment_intent', stale)).toMatchObject({ state: 'void' });
    expect(await fixture.db.sql`select id from public.bookings`).toHaveLength(0);
    expect(await departureOf(fixture)).toMatchObject({ held: 4, sold: 0 });
  });

  test('is cancelled before the seats are released', async () => {
    const started = await startPayment(fixture, checkout, user);
    await expire(started.hold.hold_id);
    await checkout.deps.admin('release_expired');
    expect(await departureOf(fixture)).toMatchObject({ held: 1 });
    await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 10 });
    expect(checkout.stripe.get(started.intent).status).toBe('canceled');
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    expect(await confirm(checkout, started)).toMatchObject({ state: 'void' });
  });
});

describe('requests to Stripe', () => {
  test('are repeated with the same key after a lost response, so that nothing happens twice', async () => {
    const { booking, intent } = await payFor(fixture, checkout, user);
    await refundBooking(fixture.db, fixture.staff, booking, 100);
    checkout.stripe.failures = ['after', 'before', 'after'];
    for (let i = 0; i < 5; i++) {
      await fixture.db.sql`update private.stripe_ops set next_attempt_at = now()`;
      await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 10 });
    }
    expect(checkout.stripe.refundedOf(intent)).toBe(10_000);
    expect(checkout.stripe.done.get('refund')).toBe(1);
    expect(await ledgerOf(booking)).toEqual([
      'sale operator 140.4',
      'sale territory 17.55',
      'sale app 17.55',
      'refund:1 operator -80',
      'refund:1 territory -10',
      'refund:1 app -10',
    ]);
  });

  test('release the booking and the authorisation after a final refusal of the capture', async () => {
    const started = await startPayment(fixture, checkout, user);
    checkout.stripe.authorise(started.intent);
    checkout.stripe.failures = ['refuse', 'refuse', 'refuse', 'refuse'];
    await confirm(checkout, started);
    for (let i = 0; i < 6; i++) {
      await fixture.db.sql`update private.stripe_ops set next_attempt_at = now()`;
      await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 10 });
    }
    expect(checkout.stripe.get(started.intent).status).toBe('canceled');
    const [booking] = await fixture.db.sql`select status, payment_status from public.bookings`;
    expect(booking).toEqual({ status: 'cancelled', payment_status: 'pending' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 0 });
  });

  test('record a refund made at Stripe itself', async () => {
    const { booking, intent } = await payFor(fixture, checkout, user);
    await checkout.stripe.client.refunds.create({ payment_intent: intent, amount: 17_550 });
    await sync(intent);
    expect(await bookingOf(booking)).toMatchObject({ status: 'refunded', payment_status: 'completed' });
    expect(await departureOf(fixture)).toMatchObject({ sold: 0 });
  });
});
