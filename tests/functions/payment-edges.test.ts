import { describe, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createHold, type HoldJson, holdRequest, signedIn } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';

/** Tests the payment functions with missing or removed data. */
checkoutForEachTest({ sound: true });

const hold = () => createHold(fixture, user, holdRequest(fixture));
async function call(handle: typeof confirmPayment, { hold_id }: HoldJson) {
  const response = await handle(post({ hold_id }, user), checkout.deps);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const giveBack = ({ hold_id }: HoldJson) =>
  fixture.db.as(signedIn(user), (sql) => sql`select public.release_hold(${hold_id})`);

describe('a hold whose payment has not begun', () => {
  test('waits for it', async () => {
    expect(await call(confirmPayment, await hold())).toEqual({
      status: 200,
      body: { state: 'requires_payment', kind: 'experience' },
    });
  });

  test('is void after it was released', async () => {
    const held = await hold();
    await giveBack(held);
    expect(await call(confirmPayment, held)).toEqual({ status: 200, body: { state: 'void', kind: 'experience' } });
  });

  test('is booked if paid in cash, and returns the booking', async () => {
    const held = await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash' }));
    const [booked] = await fixture.db.as(
      signedIn(user),
      (sql) => sql`select public.book_cash(${held.hold_id}) ->> 'booking_id' as id`,
    );
    expect(await call(confirmPayment, held)).toEqual({
      status: 200,
      body: { state: 'booked', kind: 'experience', booking_id: booked?.id },
    });
  });
});

describe('a hold whose payment has begun', () => {
  test('requests from Stripe once what can be paid without leaving the page and captured later', async () => {
    const held = await hold();
    const { stripe } = checkout.deps;
    const create = vi.fn(stripe.paymentIntents.create);
    checkout.deps.stripe = { ...stripe, paymentIntents: { ...stripe.paymentIntents, create } } as never;
    const first = await call(createPaymentIntent, held);
    expect(await call(createPaymentIntent, held)).toEqual(first);
    expect(create.mock.calls).toEqual([
      [
        {
          amount: 17_550,
          currency: 'gtq',
          capture_method: 'manual',
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { hold_id: held.hold_id, kind: 'experience', territory_id: 'rio' },
        },
        { idempotencyKey: expect.any(String) },
      ],
    ]);
    expect(first.body).toMatchObject({ amount_minor: 17_550, currency: 'gtq' });
  });

  test('asks for a card if Stripe does not know it', async () => {
    const held = await hold();
    await call(createPaymentIntent, held);
    checkout.stripe.intents.clear();
    expect(await call(confirmPayment, held)).toEqual({
      status: 200,
      body: { state: 'requires_payment', kind: 'experience' },
    });
  });

  test('has expired if it was cancelled at Stripe', async () => {
    const held = await hold();
    const { body } = await call(createPaymentIntent, held);
    await checkout.deps.stripe.paymentIntents.cancel(String(body.payment_intent_id), {}, { idempotencyKey: 'desk' });
    expect(await call(createPaymentIntent, held)).toEqual({
      status: 409,
      body: {
        code: 'hold_expired',
        message: "Your 15 minutes to book have run out. We haven't charged you. Please choose your time again.",
      },
    });
  });

  test('has expired if it expires during the request to Stripe, and the payment is cancelled', async () => {
    const held = await hold();
    const { admin } = checkout.deps;
    checkout.deps.admin = async (name, args) => {
      if (name === 'attach_payment_intent') {
        await giveBack(held);
      }
      return admin(name, args);
    };
    expect(await call(createPaymentIntent, held)).toMatchObject({ status: 409, body: { code: 'hold_expired' } });
    expect([...checkout.stripe.intents.values()].map(({ status }) => status)).toEqual(['canceled']);
  });
});

test.each([
  ['the signature is missing', {}, 'whsec_test', 'The signature is missing'],
  ['there is no secret to check it with', { 'stripe-signature': 't=1,v1=00' }, '', 'The signature is missing'],
  ['the signature is wrong', { 'stripe-signature': 't=1,v1=00' }, 'whsec_test', 'The signature is not valid'],
])('refuses an event if %s', async (_, headers, secret, message) => {
  checkout.deps.webhookSecret = secret;
  const constructEventAsync = vi.fn().mockRejectedValue(new Error('no match'));
  checkout.deps.stripe = { ...checkout.deps.stripe, webhooks: { constructEventAsync } } as never;
  const answer = await stripeWebhook(post({}, undefined, headers), checkout.deps);
  expect([answer.status, await answer.json()]).toEqual([400, { code: 'invalid_signature', message }]);
});
