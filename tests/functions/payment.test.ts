import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { refundBooking } from '../database/booking/support/refund.ts';
import { withoutTriggers } from '../support/without-triggers.ts';
import {
  call,
  confirm,
  context,
  hold,
  paymentForEachTest,
  release,
  secret,
  start,
  statusOfBooking,
} from './payment-context.ts';
import { eventually } from './support.ts';

paymentForEachTest();

describe('a payment through the official SDK', () => {
  test('authorises the card, sells the seat, captures the money and pays the booking', async () => {
    const { status, body } = await start();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount_minor: 35_100,
      currency: 'gtq',
      client_secret: expect.stringContaining('_secret_'),
    });
    expect(await context.pay(body.client_secret, '4242424242424242')).toMatchObject({ status: 'requires_capture' });
    const confirmed = await confirm();
    expect(confirmed.body).toMatchObject({ state: 'booked', kind: 'experience', booking_id: expect.any(String) });
    // The webhook may be the one that captures. Both see the paid booking.
    await eventually(async () => (await statusOfBooking()) === 'paid');
    const intent = await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 35_100, metadata: { hold_id: hold.hold_id } });
    await eventually(async () => context.mails.length === 1);
  });

  test('has the same PaymentIntent when requested again', async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(new Set(all.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  });

  test('is booked by the webhook alone if the browser never returns', async () => {
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    await eventually(async () => (await statusOfBooking()) === 'paid');
    expect(context.answers.every((status) => status === 200)).toBe(true);
    expect((await confirm()).body).toMatchObject({ state: 'booked' });
  });

  test('is booked by the reconciler alone if events are lost too', async () => {
    await context.knobs({ drop: 1 });
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    await withoutTriggers(
      context.fixture.db.sql,
      (sql) => sql`update private.payments set updated_at = now() - interval '1 minute'`,
    );
    const swept = await call(reconcile, {}, undefined, secret);
    expect(swept.body).toMatchObject({ synced: 1, broken_invariants: 0 });
    expect(await statusOfBooking()).toBe('paid');
  });

  test('keeps the hold after a declined card, and another card can be tried', async () => {
    const { body } = await start();
    expect(await context.pay(body.client_secret, '4000000000000002')).toMatchObject({
      error: { code: 'card_declined' },
    });
    expect((await confirm()).body).toMatchObject({ state: 'requires_payment' });
    await context.pay(body.client_secret, '4242424242424242');
    expect((await confirm()).body).toMatchObject({ state: 'booked' });
  });

  test('is cancelled with an expired hold, and then its seats are released', async () => {
    const { body } = await start();
    // While Stripe reports the PaymentIntent, its payment is locked, and the reconciler skips it.
    await eventually(async () => context.answers.length > 0);
    await context.fixture.db.sql`update private.holds set expires_at = now() - interval '1 minute'`;
    expect((await call(reconcile, {}, undefined, secret)).body).toMatchObject({ cancel_queued: 1 });
    expect(await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id)).toMatchObject({
      status: 'canceled',
    });
    const [departure] = await context.fixture.db.sql`select held, sold from public.departures`;
    expect(departure).toEqual({ held: 0, sold: 0 });
    expect(await start()).toMatchObject({ status: 409, body: { code: 'hold_expired' } });
    expect((await confirm()).body).toMatchObject({ state: 'void' });
  });

  test('is cancelled with a released hold and its seats released in the same call', async () => {
    const { body } = await start();
    // The cancellation waits while Stripe reports the PaymentIntent.
    await eventually(async () => context.answers.length > 0);
    expect(await release()).toEqual({ status: 200, body: { state: 'released' } });
    expect(await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id)).toMatchObject({
      status: 'canceled',
    });
    expect(await context.fixture.db.sql`select held, sold from public.departures`).toEqual([{ held: 0, sold: 0 }]);
    expect(await context.fixture.db.sql`select op, state from private.stripe_ops`).toEqual([
      { op: 'cancel', state: 'done' },
    ]);
    expect(await release()).toEqual({ status: 200, body: { state: 'released' } });
  });

  test('that was not started releases the hold immediately, for its owner only', async () => {
    const [stranger = ''] = await createUsers(context.fixture.db.sql, 1);
    expect(await release(stranger)).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
    expect(await release()).toEqual({ status: 200, body: { state: 'released' } });
  });

  test('keeps the seats of a released hold while Stripe is down, and the reconciler continues', async () => {
    const { body } = await start();
    // Otherwise, its webhook would claim the cancellation.
    await eventually(async () => context.answers.length > 0);
    const cancel = vi.spyOn(context.deps.stripe.paymentIntents, 'cancel');
    cancel.mockRejectedValueOnce(new Stripe.errors.StripeConnectionError({ message: 'No answer' }));
    expect(await release()).toEqual({ status: 200, body: { state: 'held' } });
    expect(await context.fixture.db.sql`select held, sold from public.departures`).toEqual([{ held: 2, sold: 0 }]);
    await context.fixture.db.sql`update private.stripe_ops set next_attempt_at = now()`;
    await call(reconcile, {}, undefined, secret);
    expect(await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id)).toMatchObject({
      status: 'canceled',
    });
    expect(await context.fixture.db.sql`select held, sold from public.departures`).toEqual([{ held: 0, sold: 0 }]);
  });

  test('retries a refund that Stripe refuses until it succeeds, once', async () => {
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    const { booking_id } = (await confirm()).body;
    await eventually(async () => (await statusOfBooking()) === 'paid');
    await context.knobs({ refuseRefund: 1 });
    await refundBooking(context.fixture.db, context.fixture.staff, booking_id, null);
    await call(reconcile, {}, undefined, secret);
    expect(await statusOfBooking()).toBe('paid');
    await context.knobs({ refuseRefund: 0 });
    await context.fixture.db.sql`update private.stripe_ops set next_attempt_at = now()`;
    await call(reconcile, {}, undefined, secret);
    expect(await statusOfBooking()).toBe('refunded');
    const refunds = await context.deps.stripe.refunds.list({ payment_intent: body.payment_intent_id });
    const [line] = await context.fixture.db.sql`select id from private.payment_lines`;
    expect(refunds.data.map(({ amount, metadata }) => ({ amount, metadata }))).toEqual([
      { amount: 35_100, metadata: { operation: 'refund:1', payment_line_id: line?.id, booking_id } },
    ]);
  });

  test('records a refund returned by the bank, through repeated webhooks in any order', async () => {
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    const { booking_id } = (await confirm()).body;
    await eventually(async () => (await statusOfBooking()) === 'paid');
    const again = async () => {
      await refundBooking(context.fixture.db, context.fixture.staff, booking_id, null);
      await call(reconcile, {}, undefined, secret);
      await eventually(async () => (await statusOfBooking()) === 'refunded');
    };
    await context.knobs({ duplicate: 1, shuffle: 0.7 });
    await again();
    const { data } = await context.deps.stripe.refunds.list({ payment_intent: body.payment_intent_id });
    await context.control('fail_refund', { refund: data[0]?.id, reason: 'lost_or_stolen_card' });
    await eventually(async () => (await statusOfBooking()) === 'cancelled');
    const [failed] = await context.fixture.db
      .sql`select amount_minor::int as minor, last_error from private.stripe_ops where state = 'failed'`;
    expect(failed).toEqual({ minor: 35_100, last_error: 'lost_or_stolen_card' });
    const [{ sum } = { sum: null }] = await context.fixture.db
      .sql`select sum(amount)::float as sum from private.ledger`;
    expect(sum).toBe(351);
    // The person requests it again, for example for another card.
    await again();
    const after = await context.deps.stripe.refunds.list({ payment_intent: body.payment_intent_id });
    expect(after.data.map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 35_100],
      ['failed', 35_100],
    ]);
  });

  test('loses nothing while Stripe is unavailable, and the browser is asked to try again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const working = context.deps.stripe;
    const { stripeClient } = await import('../../supabase/functions/_shared/stripe.ts');
    context.deps.stripe = stripeClient('sk_test_territorio', 'http://127.0.0.1:9');
    expect(await start()).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
    context.deps.stripe = working;
    expect(await start()).toMatchObject({ status: 200 });
  });
});
