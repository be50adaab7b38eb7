import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failure, type Harness, order, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness('stripe-balance');
});
afterEach(() => harness.reset());
afterAll(() => harness.stop());

const { amount, currency } = order;
const charged = async () => {
  const intent = await harness.stripe.paymentIntents.create({
    amount,
    currency,
    capture_method: 'automatic',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  return { intent: intent.id, charge: await harness.stripe.charges.retrieve(String(intent.latest_charge)) };
};
const of = async (source: string) => {
  const { data } = await harness.stripe.balanceTransactions.list({ source });
  return data.map(({ type, amount, reporting_category }) => [type, amount, reporting_category]).reverse();
};
const payOut = async () => (await harness.control('payout', {})).payouts as Stripe.Payout[];

test('a charge, its refund and its dispute each move the balance once', async () => {
  const { intent, charge } = await charged();
  expect(await of(charge.id)).toEqual([['charge', amount, 'charge']]);
  const own = await harness.stripe.balanceTransactions.retrieve(String(charge.balance_transaction));
  expect(own).toMatchObject({ source: charge.id, fee: 1015, net: amount - 1015 });
  const refund = await harness.stripe.refunds.create({ payment_intent: intent, amount: 5000 });
  await harness.control('fail_refund', { refund: refund.id });
  expect(await of(refund.id)).toEqual([
    ['refund', -5000, 'refund'],
    ['refund_failure', 5000, 'refund_failure'],
  ]);
  const dispute = (await harness.control('dispute', { payment_intent: intent, amount: 20_000 })) as unknown as {
    id: string;
  };
  await harness.control('move_dispute', { dispute: dispute.id, status: 'won' });
  expect(await of(dispute.id)).toEqual([
    ['adjustment', -20_000, 'dispute'],
    ['adjustment', 20_000, 'dispute_reversal'],
  ]);
  const asked = (await harness.control('dispute', { payment_intent: intent, inquiry: true })) as unknown as {
    id: string;
  };
  expect(await of(asked.id)).toEqual([]);
});

test('only the captured part of an authorisation moves the balance', async () => {
  const intent = await harness.stripe.paymentIntents.create({
    ...order,
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  expect(await of(String(intent.latest_charge))).toEqual([]);
  await harness.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 200 });
  expect(await of(String(intent.latest_charge))).toEqual([['charge', 200, 'charge']]);
});

test('a payout has what moved since the last one, and its events say so', async () => {
  await payOut();
  const { charge } = await charged();
  const [payout] = await payOut();
  const { data } = await harness.stripe.balanceTransactions.list({ payout: payout?.id ?? '' });
  expect(data.map(({ type, source }) => [type, source])).toEqual([
    ['payout', payout?.id],
    ['charge', charge.id],
  ]);
  expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(0);
  expect((await harness.stripe.payouts.list({ limit: 1 })).data).toMatchObject([{ id: payout?.id, status: 'paid' }]);
  const { data: events } = await harness.stripe.events.list({ type: 'payout.*', limit: 3 });
  expect(events.map(({ type }) => type).reverse()).toEqual([
    'payout.created',
    'payout.paid',
    'payout.reconciliation_completed',
  ]);
  expect(await payOut()).toEqual([]);
});

test('refuses an unknown payout', async () => {
  expect((await failure(harness.stripe.balanceTransactions.list({ payout: 'po_x' }))).code).toBe('resource_missing');
});
