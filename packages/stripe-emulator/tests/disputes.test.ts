import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failure, type Harness, order, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness('stripe-disputes');
});
afterEach(() => harness.reset());
afterAll(() => harness.stop());

const charged = () =>
  harness.stripe.paymentIntents.create({
    ...order,
    capture_method: 'automatic',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
const open = async (body: object) => (await harness.control('dispute', body)) as unknown as Stripe.Dispute;
const move = (dispute: Stripe.Dispute, status: string) =>
  harness.control('move_dispute', { dispute: dispute.id, status });
const eventsOf = async (dispute: Stripe.Dispute) => {
  const { data } = await harness.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => (object as { id: string }).id === dispute.id)
    .map(({ type }) => type.replace('charge.dispute.', ''))
    .reverse();
};

test('a dispute removes the charge from refunds, and is listed with its deadline', async () => {
  const intent = await charged();
  const dispute = await open({ payment_intent: intent.id, amount: 20_000 });
  const { data } = await harness.stripe.disputes.list({ payment_intent: intent.id });
  expect(data).toMatchObject([{ id: dispute.id, amount: 20_000, status: 'needs_response', currency: 'gtq' }]);
  expect(data[0]?.evidence_details.due_by).toBeGreaterThan(Date.now() / 1000);
  expect(await harness.stripe.disputes.retrieve(dispute.id)).toMatchObject({ payment_intent: intent.id });
  const seen = await harness.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(seen.latest_charge).toMatchObject({ disputed: true });
  expect((await failure(harness.stripe.refunds.create({ payment_intent: intent.id }))).code).toBe('charge_disputed');
  await move(dispute, 'under_review');
  await move(dispute, 'won');
  expect(await eventsOf(dispute)).toEqual(['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated']);
  expect((await harness.stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
});

test('an inquiry takes nothing until it becomes a dispute', async () => {
  const intent = await charged();
  const dispute = await open({ payment_intent: intent.id, inquiry: true });
  expect(dispute.status).toBe('warning_needs_response');
  await harness.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await move(dispute, 'needs_response');
  await move(dispute, 'lost');
  expect(await eventsOf(dispute)).toEqual(['created', 'updated', 'funds_withdrawn', 'closed']);
  expect((await failure(harness.stripe.refunds.create({ payment_intent: intent.id }))).code).toBe('charge_disputed');
});

test('refuses unknown ids and nonsensical requests', async () => {
  expect(await open({ payment_intent: 'pi_x' })).toMatchObject({ error: { code: 'resource_missing' } });
  const dispute = await open({ payment_intent: (await charged()).id });
  expect(await move(dispute, 'perhaps')).toMatchObject({ error: { param: 'status' } });
});
