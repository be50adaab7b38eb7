import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure, type Harness, order, startHarness, stripeClient } from './harness.ts';

let harness: Harness;
const held = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  harness.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa', ...overrides });
async function browser(path: string, fields: Record<string, string>, init: RequestInit = { method: 'POST' }) {
  const query = new URLSearchParams(fields);
  const url = `${harness.url}${path}${init.method === 'GET' ? `?${query}` : ''}`;
  const response = await fetch(url, {
    ...init,
    ...(init.method === 'POST' && { body: query }),
    headers: { authorization: 'Bearer pk_test_emulator' },
  });
  const body = (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> };
  return { status: response.status, headers: response.headers, body };
}
const card = (number: string, extra: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
  ...extra,
});
const payInBrowser = (intent: Stripe.PaymentIntent, number: string, extra: Record<string, string> = {}) =>
  browser(`/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    ...card(number, extra),
  });

beforeAll(async () => {
  harness = await startHarness('stripe');
});
afterEach(() => harness.reset());
afterAll(() => harness.stop());

describe('a payment', () => {
  test('is authorised, captured, refunded in parts, and never refunded beyond what was captured', async () => {
    const created = await harness.stripe.paymentIntents.create({ ...order, metadata: { hold_id: 'h1' } });
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      amount: 35_000,
      currency: 'gtq',
      metadata: { hold_id: 'h1' },
    });
    const confirmed = await harness.stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' });
    expect(confirmed).toMatchObject({ status: 'requires_capture', amount_capturable: 35_000, amount_received: 0 });
    const captured = await harness.stripe.paymentIntents.capture(created.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 35_000 });

    const first = await harness.stripe.refunds.create({ payment_intent: created.id, amount: 10_000 });
    expect(first).toMatchObject({ status: 'succeeded', amount: 10_000, charge: captured.latest_charge });
    const tooMuch = await failure(harness.stripe.refunds.create({ payment_intent: created.id, amount: 25_001 }));
    expect(tooMuch).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' });
    await harness.stripe.refunds.create({ payment_intent: created.id });
    const again = await failure(harness.stripe.refunds.create({ payment_intent: created.id }));
    expect(again.code).toBe('charge_already_refunded');
    const charge = await harness.stripe.charges.retrieve(String(captured.latest_charge));
    expect(charge).toMatchObject({ amount_refunded: 35_000, refunded: true });
    const listed = await harness.stripe.refunds.list({ payment_intent: created.id });
    expect(listed.data.map(({ amount }) => amount)).toEqual([25_000, 10_000]);

    await expect.poll(() => harness.webhooks.types(created.id).length).toBe(11);
    expect(harness.webhooks.types(created.id).sort()).toEqual([
      'charge.captured',
      'charge.refunded',
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'payment_intent.created',
      'payment_intent.succeeded',
      'refund.created',
      'refund.created',
      'refund.updated',
      'refund.updated',
    ]);
  });

  test('can be captured in part, which releases the rest', async () => {
    const intent = await held();
    const over = await failure(harness.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 35_001 }));
    expect(over.code).toBe('amount_too_large');
    const captured = await harness.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 20_000 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 20_000 });
    const charge = await harness.stripe.charges.retrieve(String(captured.latest_charge));
    expect(charge).toMatchObject({ amount_captured: 20_000, amount_refunded: 0, refunded: false });
    const kept = charge.payment_method_details?.card?.capture_before;
    expect(kept).toBe(charge.created + 7 * 24 * 60 * 60);
    const error = await failure(harness.stripe.refunds.create({ payment_intent: intent.id, amount: 20_001 }));
    expect(error.message).toContain('greater than unrefunded amount');
  });

  test('is captured at once without capture_method manual', async () => {
    const intent = await held({ capture_method: 'automatic' });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 35_000 });
  });

  test('can be cancelled before it is captured, but not after', async () => {
    const intent = await held();
    const notYet = await failure(harness.stripe.refunds.create({ payment_intent: intent.id }));
    expect(notYet.message).toContain('does not have a successful charge to refund');
    const canceled = await harness.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', amount_capturable: 0 });
    expect(canceled.canceled_at).toBeGreaterThan(0);
    for (const work of [
      harness.stripe.paymentIntents.capture(intent.id),
      harness.stripe.paymentIntents.cancel(intent.id),
      harness.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    ]) {
      const error = await failure(work);
      expect(error.code).toBe('payment_intent_unexpected_state');
      expect(error.payment_intent?.status).toBe('canceled');
    }
    const paid = await held({ capture_method: 'automatic' });
    expect((await failure(harness.stripe.paymentIntents.cancel(paid.id))).message).toContain(
      'has a status of succeeded',
    );
  });

  test("refuses nonsensical requests with Stripe's texts", async () => {
    const make = (params: object) =>
      failure(harness.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
    expect(await make({ currency: 'gtq' })).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
      statusCode: 400,
    });
    expect(await make({ amount: 0, currency: 'gtq' })).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
    expect(await make({ amount: 10.5, currency: 'gtq' })).toMatchObject({ code: 'parameter_invalid_integer' });
    expect(await make({ amount: 100, currency: 'quetzal' })).toMatchObject({ param: 'currency' });
    expect(await make({ ...order, amout: 1 })).toMatchObject({ code: 'parameter_unknown', param: 'amout' });
    expect(await failure(harness.stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    expect(await failure(stripeClient(harness.url, 'sk_test_wrong').paymentIntents.create(order))).toMatchObject({
      type: 'StripeAuthenticationError',
    });
  });
});

describe('cards', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ])('refuse %s (%s, %s), and another card can be tried', async (number, code, declineCode) => {
    const intent = await harness.stripe.paymentIntents.create(order);
    const { status, body } = await payInBrowser(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode });
    expect(body.error?.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    const after = await harness.stripe.paymentIntents.retrieve(intent.id);
    expect(after.last_payment_error).toMatchObject({ code, decline_code: declineCode });
    expect((await payInBrowser(intent, '4242424242424242')).body).toMatchObject({ status: 'requires_capture' });
    expect((await harness.stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  test.each([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '1' }, 'invalid_cvc'],
    ['4111111111111111', {}, 'card_declined'],
  ])('report a typing error in %s with %o: %s', async (number, extra, code) => {
    const intent = await harness.stripe.paymentIntents.create(order);
    expect((await payInBrowser(intent, number, extra as Record<string, string>)).body.error?.code).toBe(code);
    const after = await harness.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: null });
  });

  test('throw a card error in the SDK for a declined token', async () => {
    const error = await failure(held({ payment_method: 'pm_card_chargeDeclined' }));
    expect(error).toMatchObject({ type: 'StripeCardError', decline_code: 'generic_decline', statusCode: 402 });
  });
});

describe('3-D Secure', () => {
  const challenge = (intent: Stripe.PaymentIntent, outcome: string, client_secret = intent.client_secret) =>
    harness.control(`challenge/${intent.id}`, { client_secret, outcome });
  async function challenged(number: string) {
    const intent = await harness.stripe.paymentIntents.create(order);
    const { body } = await payInBrowser(intent, number);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(body.next_action).toMatchObject({
      emulator_challenge_url: `${harness.url}/_emulator/challenge/${intent.id}`,
    });
    return intent;
  }

  test('authorises the money when passed', async () => {
    const intent = await challenged('4000002760003184');
    expect(await challenge(intent, 'complete')).toMatchObject({ status: 'requires_capture', next_action: null });
    expect((await harness.stripe.paymentIntents.retrieve(intent.id)).amount_capturable).toBe(35_000);
    expect(await challenge(intent, 'complete')).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
  });

  test('returns to the start when failed, and the next try can pass', async () => {
    const intent = await challenged('4000002760003184');
    expect(await challenge(intent, 'fail')).toMatchObject({
      error: { code: 'payment_intent_authentication_failure', payment_intent: { status: 'requires_payment_method' } },
    });
    expect((await payInBrowser(intent, '4242424242424242')).body.status).toBe('requires_capture');
  });

  test('can be passed and then declined by the bank', async () => {
    const intent = await challenged('4000008400001629');
    expect(await challenge(intent, 'complete')).toMatchObject({ error: { code: 'card_declined' } });
  });

  test('requires the client secret', async () => {
    const intent = await challenged('4000002760003184');
    expect(await challenge(intent, 'complete', 'pi_x_secret_wrong')).toMatchObject({
      error: { param: 'client_secret' },
    });
    expect((await harness.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
  });
});

describe('the browser', () => {
  test('reads its PaymentIntent with the client secret, without internal fields', async () => {
    const intent = await harness.stripe.paymentIntents.create({ ...order, metadata: { hold_id: 'secret' } });
    const { status, body, headers } = await browser(
      `/v1/payment_intents/${intent.id}`,
      { client_secret: intent.client_secret ?? '' },
      { method: 'GET' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, amount: 35_000 });
    expect(body).not.toHaveProperty('metadata');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('is refused everything else', async () => {
    const intent = await held();
    const wrong = await browser(`/v1/payment_intents/${intent.id}`, { client_secret: 'nope' }, { method: 'GET' });
    expect(wrong.status).toBe(400);
    for (const path of ['capture', 'cancel']) {
      const { status, body } = await browser(`/v1/payment_intents/${intent.id}/${path}`, {
        client_secret: intent.client_secret ?? '',
      });
      expect([status, body.error?.code]).toEqual([403, 'secret_key_required']);
    }
    expect((await browser('/v1/refunds', { payment_intent: intent.id })).status).toBe(403);
    expect((await browser('/v1/events', {}, { method: 'GET' })).status).toBe(403);
  });

  test('gets an answer to its preflight', async () => {
    const response = await fetch(`${harness.url}/v1/payment_intents/pi_x/confirm`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('authorization'),
    ]);
  });
});
