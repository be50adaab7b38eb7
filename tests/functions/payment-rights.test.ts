import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { handle as stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { call, context, hold, paymentForEachTest, start, statusOfBooking } from './payment-context.ts';

paymentForEachTest();

describe('the payment functions', () => {
  test("refuse visitors, and other people's holds", async () => {
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
    'refuse a body like %j',
    async (body) => {
      expect(await call(createPaymentIntent, body, context.user)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test('ignore an amount in the body', async () => {
    expect(
      await call(createPaymentIntent, { hold_id: hold.hold_id, amount: 1, amount_minor: 1 }, context.user),
    ).toMatchObject({ body: { amount_minor: 35_100 } });
  });

  test('require the secret from timers', async () => {
    expect(await call(reconcile, {})).toMatchObject({ status: 401, body: { code: 'not_authorized' } });
    expect(await call(reconcile, {}, undefined, { 'x-reconcile-secret': 'guess' })).toMatchObject({ status: 401 });
  });

  test('answer preflights, and refuse other methods', async () => {
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

  const signed = (payload: string, signature: string) =>
    new Request('http://functions.test/', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    });
  const send = (
    payload: string,
    signature = context.deps.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_territorio_local' }),
  ) => stripeWebhook(signed(payload, signature), context.deps);

  test('is refused with a wrong signature', async () => {
    expect((await send(event('pi_x'), 't=1,v1=00')).status).toBe(400);
  });

  // Tests docs/operations.md, Rotating secrets.
  test('is accepted with either secret while Stripe signs with the old and the new one', async () => {
    const { webhooks } = context.deps.stripe;
    const payload = event('pi_unknown');
    const timestamp = Math.floor(Date.now() / 1000);
    const signedWith = (secret: string) => webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const both = `${signedWith('whsec_old')},${signedWith('whsec_new').replace(/^t=\d+,/, '')}`;
    for (const webhookSecret of ['whsec_old', 'whsec_new'])
      expect((await stripeWebhook(signed(payload, both), { ...context.deps, webhookSecret })).status).toBe(200);
    expect((await stripeWebhook(signed(payload, both), { ...context.deps, webhookSecret: 'whsec_x' })).status).toBe(
      400,
    );
  });

  test("is never believed, only Stripe's current state", async () => {
    const { body } = await start();
    // A forged success is correctly signed, but nobody has paid.
    const answer = await send(
      event(body.payment_intent_id, { status: 'succeeded', amount_received: 35_100, amount: 35_100, currency: 'gtq' }),
    );
    expect(answer.status).toBe(200);
    expect(await statusOfBooking()).toBeUndefined();
  });

  test('about a PaymentIntent of another system, or about something else, is accepted', async () => {
    expect((await send(event('pi_unknown'))).status).toBe(200);
    expect((await send(event('cus_1', { object: 'customer' }))).status).toBe(200);
  });

  test('that could not be stored is not acknowledged, so that Stripe repeats it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { body } = await start();
    const working = context.deps.admin;
    context.deps.admin = () => Promise.reject(new Error('the database is gone'));
    expect((await send(event(body.payment_intent_id))).status).toBe(500);
    context.deps.admin = working;
    expect((await send(event(body.payment_intent_id))).status).toBe(200);
  });
});
