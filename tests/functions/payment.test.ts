import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { handle as releaseHold } from '../../supabase/functions/release-hold/handler.ts';
import { handle as stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  type HoldJson,
  holdRequest,
} from '../database/booking/support/fixture.ts';
import { refundBooking } from '../database/booking/support/refund.ts';
import { createFunctionsContext, eventually, type FunctionsContext } from './support.ts';

let context: FunctionsContext;
let hold: HoldJson;
beforeEach(async () => {
  context = await createFunctionsContext();
  hold = await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 2 }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenInvariants(context.fixture)).toEqual([]);
  await context.stop();
});

interface Body {
  client_secret: string;
  payment_intent_id: string;
  state: string;
  booking_id: string;
  code: string;
  message: string;
}

async function call(
  handle: typeof createPaymentIntent,
  body: unknown,
  token?: string,
  headers: Record<string, string> = {},
) {
  const response = await handle(post(body, token, headers), context.deps);
  return { status: response.status, body: (await response.json()) as Body };
}
const start = () => call(createPaymentIntent, { hold_id: hold.hold_id }, context.user);
const confirm = () => call(confirmPayment, { hold_id: hold.hold_id }, context.user);
const release = (who = context.user) => call(releaseHold, { hold_id: hold.hold_id }, who);
const secret = { 'x-reconcile-secret': 'reconcile-test' };

async function statusOfBooking(): Promise<string | undefined> {
  const [row] = await context.fixture.db.sql`select status from public.bookings`;
  return row?.status;
}

describe('with the official SDK', () => {
  test('a card is authorised, the seat sold, the money captured, the booking paid', async () => {
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
    // The webhook may be the one that captures; both see the booking, whoever writes that it is paid.
    await eventually(async () => (await statusOfBooking()) === 'paid');
    const intent = await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 35_100, metadata: { hold_id: hold.hold_id } });
    await eventually(async () => context.mails.length === 1);
  });

  test('asked again, it is the same PaymentIntent', async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(new Set(all.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  });

  test('the webhook alone books, when the browser never comes back', async () => {
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    await eventually(async () => (await statusOfBooking()) === 'paid');
    expect(context.answers.every((status) => status === 200)).toBe(true);
    expect((await confirm()).body).toMatchObject({ state: 'booked' });
  });

  test('the reconciler alone books, when events are dropped too', async () => {
    await context.knobs({ drop: 1 });
    const { body } = await start();
    await context.pay(body.client_secret, '4242424242424242');
    await context.fixture.db.sql`alter table private.payments disable trigger payments_touch`;
    await context.fixture.db.sql`update private.payments set updated_at = now() - interval '1 minute'`;
    await context.fixture.db.sql`alter table private.payments enable trigger payments_touch`;
    const swept = await call(reconcile, {}, undefined, secret);
    expect(swept.body).toMatchObject({ synced: 1, broken_invariants: 0 });
    expect(await statusOfBooking()).toBe('paid');
  });

  test('a declined card keeps the hold: another card can be tried', async () => {
    const { body } = await start();
    expect(await context.pay(body.client_secret, '4000000000000002')).toMatchObject({
      error: { code: 'card_declined' },
    });
    expect((await confirm()).body).toMatchObject({ state: 'requires_payment' });
    await context.pay(body.client_secret, '4242424242424242');
    expect((await confirm()).body).toMatchObject({ state: 'booked' });
  });

  test('a hold that ran out: its PaymentIntent is cancelled, then its seats are free', async () => {
    const { body } = await start();
    // Who is just told of the PaymentIntent has its payment locked, and the reconciler passes over it.
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

  test('a hold that is given back: its PaymentIntent is cancelled and its seats are free when the call returns', async () => {
    const { body } = await start();
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

  test('a hold without a payment is given back at once; nobody else gives it back', async () => {
    const [stranger = ''] = await createUsers(context.fixture.db.sql, 1);
    expect(await release(stranger)).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
    expect(await release()).toEqual({ status: 200, body: { state: 'released' } });
  });

  test('while Stripe is down the seats of a hold that is given back stay held; the reconciler goes on', async () => {
    const { body } = await start();
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

  test('a refund that Stripe refuses is tried again until it is given, once', async () => {
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
    expect(refunds.data.map((refund) => refund.amount)).toEqual([35_100]);
  });

  test('a refund that the bank sends back is heard of, through webhooks that come twice and in any order', async () => {
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
    await fetch(`${context.emulator}/_emulator/fail_refund`, {
      method: 'POST',
      body: JSON.stringify({ refund: data[0]?.id, reason: 'lost_or_stolen_card' }),
    });
    await eventually(async () => (await statusOfBooking()) === 'cancelled');
    const [failed] = await context.fixture.db
      .sql`select amount_minor::int as minor, last_error from private.stripe_ops where state = 'failed'`;
    expect(failed).toEqual({ minor: 35_100, last_error: 'lost_or_stolen_card' });
    const [{ sum } = { sum: null }] = await context.fixture.db
      .sql`select sum(amount)::float as sum from private.ledger`;
    expect(sum).toBe(351);
    // A person asks for it again, for another card, say.
    await again();
    const after = await context.deps.stripe.refunds.list({ payment_intent: body.payment_intent_id });
    expect(after.data.map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 35_100],
      ['failed', 35_100],
    ]);
  });

  test('Stripe out of reach: the browser is told to try again, nothing is lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const working = context.deps.stripe;
    const { stripeClient } = await import('../../supabase/functions/_shared/stripe.ts');
    context.deps.stripe = stripeClient('sk_test_territorio', 'http://127.0.0.1:9');
    expect(await start()).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
    context.deps.stripe = working;
    expect(await start()).toMatchObject({ status: 200 });
  });
});

describe('who may', () => {
  test('nobody without a session, nobody for somebody else’s hold', async () => {
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    for (const handle of [createPaymentIntent, confirmPayment]) {
      expect(await call(handle, { hold_id: hold.hold_id })).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in' },
      });
      expect(await call(handle, { hold_id: hold.hold_id }, 'forged')).toMatchObject({ status: 401 });
      expect(await call(handle, { hold_id: hold.hold_id }, other)).toMatchObject({
        status: 404,
        body: { code: 'hold_not_found' },
      });
      expect(await call(handle, { hold_id: randomUUID() }, context.user)).toMatchObject({ status: 404 });
    }
  });

  test.each([[{}], [{ hold_id: 'x' }], [{ hold_id: 7 }], [null], [[]], ['text']])(
    'a body like %j is refused',
    async (body) => {
      expect(await call(createPaymentIntent, body, context.user)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test('an amount in the body means nothing', async () => {
    expect(
      await call(createPaymentIntent, { hold_id: hold.hold_id, amount: 1, amount_minor: 1 }, context.user),
    ).toMatchObject({ body: { amount_minor: 35_100 } });
  });

  test('timers need the secret', async () => {
    expect(await call(reconcile, {})).toMatchObject({ status: 401, body: { code: 'not_authorized' } });
    expect(await call(reconcile, {}, undefined, { 'x-reconcile-secret': 'guess' })).toMatchObject({ status: 401 });
  });

  test('preflights are answered, other methods are not', async () => {
    const preflight = await createPaymentIntent(
      new Request('http://functions.test/', { method: 'OPTIONS' }),
      context.deps,
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await createPaymentIntent(new Request('http://functions.test/'), context.deps)).status).toBe(405);
  });
});

describe('an event', () => {
  const event = (intent: string, changes: object = {}) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intent, object: 'payment_intent', ...changes } },
    });

  async function send(payload: string, signature?: string) {
    const signed =
      signature ?? context.deps.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_territorio_local' });
    return stripeWebhook(
      new Request('http://functions.test/', { method: 'POST', headers: { 'stripe-signature': signed }, body: payload }),
      context.deps,
    );
  }

  test('with a wrong signature is refused', async () => {
    expect((await send(event('pi_x'), 't=1,v1=00')).status).toBe(400);
  });

  test('is never believed: only what Stripe says when asked', async () => {
    const { body } = await start();
    // A forged success: signed well, yet nobody has paid.
    const answer = await send(
      event(body.payment_intent_id, { status: 'succeeded', amount_received: 35_100, amount: 35_100, currency: 'gtq' }),
    );
    expect(answer.status).toBe(200);
    expect(await statusOfBooking()).toBeUndefined();
  });

  test('about a PaymentIntent that is not ours, or about something else, is received', async () => {
    expect((await send(event('pi_unknown'))).status).toBe(200);
    expect((await send(event('cus_1', { object: 'customer' }))).status).toBe(200);
  });

  test('that could not be written down is not acknowledged: Stripe sends it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { body } = await start();
    const working = context.deps.admin;
    context.deps.admin = () => Promise.reject(new Error('the database is gone'));
    expect((await send(event(body.payment_intent_id))).status).toBe(500);
    context.deps.admin = working;
    expect((await send(event(body.payment_intent_id))).status).toBe(200);
  });
});
