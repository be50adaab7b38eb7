import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { about, failure, type Harness, order, startHarness, webhookSecret } from './harness.ts';

let harness: Harness;
const held = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  harness.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa', ...overrides });

beforeAll(async () => {
  harness = await startHarness('stripe-delivery');
});
afterEach(() => harness.reset());
afterAll(() => harness.stop());

describe('Idempotency-Key', () => {
  test('returns the stored response for the same key and parameters, even of a refusal', async () => {
    const first = await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'one' });
    const second = await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'one' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect((await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'two' })).id).not.toBe(first.id);

    const early = await failure(harness.stripe.paymentIntents.capture(first.id, {}, { idempotencyKey: 'capture' }));
    await harness.stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' });
    const late = await failure(harness.stripe.paymentIntents.capture(first.id, {}, { idempotencyKey: 'capture' }));
    expect([early.code, late.code]).toEqual(['payment_intent_unexpected_state', 'payment_intent_unexpected_state']);
    expect(
      (await harness.stripe.paymentIntents.capture(first.id, {}, { idempotencyKey: 'capture again' })).status,
    ).toBe('succeeded');
  });

  test('makes one refund of five with one key', async () => {
    const intent = await held({ capture_method: 'automatic' });
    const refunds = [];
    for (let n = 0; n < 5; n += 1) {
      refunds.push(
        await harness.stripe.refunds.create(
          { payment_intent: intent.id, amount: 100 },
          { idempotencyKey: `${intent.id}:refund:1` },
        ),
      );
    }
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
    expect((await harness.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  test('refuses other parameters or another endpoint under the same key', async () => {
    await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'three' });
    const params = await failure(
      harness.stripe.paymentIntents.create({ ...order, amount: 1 }, { idempotencyKey: 'three' }),
    );
    expect(params).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(params.message).toContain('same parameters');
    const endpoint = await failure(
      harness.stripe.refunds.create({ payment_intent: 'pi_x' }, { idempotencyKey: 'three' }),
    );
    expect(endpoint.message).toContain('same endpoint');
  });

  test('stays unused after a request that was refused before it began', async () => {
    await failure(harness.stripe.paymentIntents.create({ amount: 0, currency: 'gtq' }, { idempotencyKey: 'four' }));
    expect((await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'four' })).status).toBe(
      'requires_payment_method',
    );
  });

  test('lets one of two simultaneous requests succeed, and the other is a conflict that a retry resolves', async () => {
    await harness.control('knobs', { apiDelayMs: 500 });
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => harness.stripe.paymentIntents.create(order, { idempotencyKey: 'five' })),
    );
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const won = outcomes.find((outcome) => outcome.status === 'fulfilled');
    expect((await harness.stripe.paymentIntents.create(order, { idempotencyKey: 'five' })).id).toBe(won?.value.id);
  });
});

describe('webhooks', () => {
  test('are signed with the endpoint secret, and another secret does not verify', async () => {
    const intent = await harness.stripe.paymentIntents.create(order);
    await expect.poll(() => harness.webhooks.types(intent.id)).toEqual(['payment_intent.created']); // the receiver verifies each
    const event = harness.webhooks.received.find((found) => about(found).includes(intent.id));
    const body = JSON.stringify(event);
    const forged = harness.stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' });
    await expect(harness.stripe.webhooks.constructEventAsync(body, forged, webhookSecret)).rejects.toThrow('signature');
    expect(event).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { status: 'requires_payment_method' } },
    });
  });

  test('are retried until they are answered with 2xx', async () => {
    harness.webhooks.status = 500;
    const intent = await harness.stripe.paymentIntents.create(order);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(harness.webhooks.types(intent.id)).toEqual([]);
    harness.webhooks.status = 200;
    await expect.poll(() => harness.webhooks.types(intent.id)).toEqual(['payment_intent.created']);
  });

  test('are dropped, duplicated, shuffled and delayed by the knobs', async () => {
    await harness.control('knobs', { drop: true });
    const dropped = await harness.stripe.paymentIntents.create(order);
    await harness.control('knobs', { drop: 0, duplicate: 1 });
    const doubled = await harness.stripe.paymentIntents.create(order);
    await expect.poll(() => harness.webhooks.types(doubled.id).length).toBe(2);
    expect(harness.webhooks.types(dropped.id)).toEqual([]);
    await harness.control('knobs', { duplicate: 0, delayMs: 300 });
    const asked = performance.now();
    const delayed = await harness.stripe.paymentIntents.create(order);
    await expect.poll(() => harness.webhooks.types(delayed.id), { interval: 10 }).toHaveLength(1);
    expect(performance.now() - asked).toBeGreaterThan(300);

    await harness.control('knobs', { delayMs: 0, shuffle: 1, seed: 7 });
    const before = harness.webhooks.received.length;
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) ids.push((await harness.stripe.paymentIntents.create(order)).id);
    await expect.poll(() => harness.webhooks.received.length - before).toBe(8);
    const arrived = harness.webhooks.received.slice(before).map((event) => about(event)[0]);
    expect([...arrived].sort()).toEqual([...ids].sort());
    expect(arrived).not.toEqual(ids);

    expect(await harness.control('redeliver', {})).toEqual({ sent: 1, failed: 0 });
    expect(harness.webhooks.types(dropped.id)).toEqual(['payment_intent.created']);
    expect(await harness.control('redeliver', {})).toEqual({ sent: 0, failed: 0 });
    const all = await harness.control('redeliver', { all: true });
    expect(all.sent).toBeGreaterThan(20);
    expect(await harness.control('knobs', { dorp: 1 })).toEqual({ message: 'There is no knob "dorp".' });
  });

  test('can be listed, newest first, page by page', async () => {
    const intent = await held();
    const { data } = await harness.stripe.events.list({ limit: 3 });
    expect(data.map(({ type }) => type)).toEqual([
      'payment_intent.amount_capturable_updated',
      'charge.succeeded',
      'payment_intent.created',
    ]);
    expect(data.slice(0, 1).map((event) => about(event)[0])).toEqual([intent.id]);
    const seen: string[] = [];
    for await (const event of harness.stripe.events.list({ limit: 7, type: 'payment_intent.created' }))
      seen.push(event.id);
    expect(new Set(seen).size).toBe(seen.length);
    const events = (await harness.control('events')).data as { event: Stripe.Event }[];
    expect(seen).toHaveLength(events.filter(({ event }) => event.type === 'payment_intent.created').length);
    expect(await harness.stripe.events.retrieve(seen[0] ?? '')).toMatchObject({ id: seen[0] });
  });
});

test('refuses captures and refunds on request', async () => {
  const intent = await held();
  await harness.control('knobs', { refuseCapture: 1, refuseRefund: 1 });
  expect((await failure(harness.stripe.paymentIntents.capture(intent.id))).type).toBe('StripeCardError');
  expect((await harness.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
  await harness.control('knobs', { refuseCapture: 0 });
  await harness.stripe.paymentIntents.capture(intent.id);
  expect((await failure(harness.stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
    'balance_insufficient',
  );
  expect((await harness.stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([]);
});
