import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createHold, createUsers, holdRequest, refusal, signedIn } from '../database/booking/support/fixture.ts';
import { refundBooking } from '../database/booking/support/refund.ts';
import { rpcFor } from '../database/booking/support/rpc.ts';
import { call, confirm, context, hold, paymentForEachTest, secret, start } from './payment-context.ts';
import { eventually } from './support.ts';

// Compares the export of card movements with Stripe's balance transactions.
paymentForEachTest();

const CARD = '4242424242424242';
const MANY_DAYS = { p_from: '2026-01-01', p_to: '2099-01-01' };

interface Movement {
  at: string;
  key: string;
  what: string;
  booking_id: string | null;
  amount: string;
  payment_intent_id: string;
  charge_id: string;
  source_id: string;
  stripe_payout_id: string | null;
}
const movements = async (more: object = {}, who = context.fixture.manager) =>
  (await rpcFor(context.fixture.db, signedIn(who))('territory_card_movements', {
    p_territory_id: 'rio',
    ...MANY_DAYS,
    ...more,
  })) as Movement[];

const balance = async (params: Stripe.BalanceTransactionListParams = {}) => {
  const { data } = await context.deps.stripe.balanceTransactions.list({ limit: 100, ...params });
  return data.filter(({ type }) => type !== 'payout');
};

/** Sums amounts in minor units by their id at Stripe and direction. */
function bySource(rows: { source: string; minor: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { source, minor } of rows) {
    const key = `${source} ${minor < 0 ? 'out' : 'in'}`;
    sums[key] = (sums[key] ?? 0) + minor;
  }
  return sums;
}
const exported = (rows: Movement[]) =>
  bySource(rows.map(({ source_id, amount }) => ({ source: source_id, minor: Math.round(Number(amount) * 100) })));
const atStripe = (rows: Stripe.BalanceTransaction[]) =>
  bySource(rows.map(({ source, amount }) => ({ source: String(source), minor: amount })));

const captured = async (booking: string) => {
  const paid = () =>
    context.fixture.db.sql`select from private.charges where booking_id = ${booking} and captured_at is not null`;
  await eventually(async () => (await paid()).length === 1);
  return booking;
};

/** Pays the hold of the test as its guest. */
async function paid(): Promise<string> {
  const { body } = await start();
  await context.pay(body.client_secret, CARD);
  return captured((await confirm()).body.booking_id);
}
/** Pays for one person as another guest. */
async function paidByAnother(): Promise<{ booking: string; intent: string }> {
  const [guest = ''] = await createUsers(context.fixture.db.sql, 1);
  const { hold_id } = await createHold(context.fixture, guest, holdRequest(context.fixture, { num_people: 1 }));
  const { body } = await call(createPaymentIntent, { hold_id }, guest);
  await context.pay(body.client_secret, CARD);
  const booked = await call(confirmPayment, { hold_id }, guest);
  return { booking: await captured(booked.body.booking_id), intent: body.payment_intent_id };
}
const work = async () => (await reconcile(post({}, undefined, secret), context.deps)).json();
const disputes = () => context.fixture.db.sql`select status from private.disputes where closed_at is not null`;

/** A refund that the bank returned, a chargeback that was won, one that was lost, and a refund in Stripe's dashboard. */
async function aMonth() {
  const { stripe } = context.deps;
  const booking = await paid();
  await refundBooking(context.fixture.db, context.fixture.staff, booking, 50.25);
  await work();
  const { data } = await stripe.refunds.list({ limit: 1 });
  await context.control('fail_refund', { refund: data[0]?.id });
  const [won, lost, other] = [await paidByAnother(), await paidByAnother(), await paidByAnother()];
  await stripe.refunds.create({ payment_intent: other.intent, amount: 1234 });
  for (const [{ intent }, status] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const dispute = (await context.control('dispute', { payment_intent: intent })) as { id: string };
    await work();
    await context.control('move_dispute', { dispute: dispute.id, status });
  }
  await work();
  await eventually(async () => (await disputes()).length === 2);
  // What the bank returned is still owed.
  await refundBooking(context.fixture.db, context.fixture.staff, booking, 50.25);
  await work();
  await eventually(async () => (await movements()).length === 11);
  return { booking, other: other.booking };
}

test('the export has the same amounts as the balance transactions of Stripe, to the cent', async () => {
  const { booking, other } = await aMonth();
  const rows = await movements();
  expect(
    rows
      .map(({ what }) => what)
      .sort()
      .join(' '),
  ).toBe('chargeback chargeback chargeback_won payment payment payment payment refund refund refund refund_returned');
  const transactions = await balance();
  expect(exported(rows)).toEqual(atStripe(transactions));
  expect(Object.keys(exported(rows))).toHaveLength(11);
  const charges = new Set((await balance({ type: 'charge' })).map(({ source }) => source));
  for (const row of rows) expect(charges).toContain(row.charge_id);
  expect(rows.find(({ what, booking_id }) => what === 'refund' && booking_id === other)).toMatchObject({
    amount: '-12.34',
  });
  // Cash isn't at Stripe, and another amount would be noticed.
  await context.fixture.db.sql`update private.stripe_ops set amount_minor = amount_minor + 1 where line_id in
    (select id from private.payment_lines where booking_id = ${booking}) and state = 'returned'`;
  expect(exported(await movements())).not.toEqual(atStripe(transactions));
  await context.fixture.db.sql`update private.stripe_ops set amount_minor = amount_minor - 1 where line_id in
    (select id from private.payment_lines where booking_id = ${booking}) and state = 'returned'`;
});

test('each movement has the payout that paid it to the bank, as soon as Stripe has listed it', async () => {
  const { booking, other } = await aMonth();
  expect(new Set((await movements()).map((row) => row.stripe_payout_id))).toEqual(new Set([null]));
  const { payouts } = (await context.control('payout', {})) as { payouts: { id: string }[] };
  const payout = payouts[0]?.id ?? '';
  await eventually(async () => (await movements()).every((row) => row.stripe_payout_id === payout));
  expect(exported(await movements())).toEqual(atStripe(await balance({ payout })));
  const list = await rpcFor(context.fixture.db, signedIn(context.fixture.manager))('territory_bookings', {
    p_territory_id: 'rio',
  });
  expect((list as { id: string }[]).find(({ id }) => id === booking)).toMatchObject({
    charge_id: (await movements()).find((row) => row.what === 'payment' && row.booking_id === booking)?.charge_id,
    stripe_payout_id: payout,
  });
  await refundBooking(context.fixture.db, context.fixture.staff, other, 1);
  await work();
  const open = (await movements()).filter((row) => row.stripe_payout_id === null);
  expect(open).toMatchObject([{ what: 'refund', amount: '-1.00', booking_id: other }]);
});

test('a payout whose event was lost is read later, and once', async () => {
  await paid();
  await context.knobs({ drop: 1 });
  await context.control('payout', {});
  expect(await movements()).toMatchObject([{ stripe_payout_id: null }]);
  const list = vi.spyOn(context.deps.stripe.balanceTransactions, 'list');
  await work();
  expect(await movements()).toMatchObject([{ stripe_payout_id: expect.stringMatching(/^po_/) }]);
  await work();
  expect(list).toHaveBeenCalledTimes(1);
});

test('a payment that was refunded because its seats were gone is in the export without a booking', async () => {
  const { body } = await start();
  await context.knobs({ drop: 1 });
  await context.pay(body.client_secret, CARD);
  await context.deps.stripe.paymentIntents.capture(body.payment_intent_id);
  await context.fixture.db.sql`select private.free_seats(departure_id, seats, 'held') from private.holds`;
  await context.fixture.db.sql`update private.holds set state = 'void' where id = ${hold.hold_id}`;
  await context.knobs({ drop: 0 });
  await context.control('redeliver', { all: true });
  await eventually(async () => (await movements()).length === 2);
  expect(await movements()).toMatchObject([
    { what: 'payment', booking_id: null },
    { what: 'refund', booking_id: null },
  ]);
  expect(exported(await movements())).toEqual(atStripe(await balance()));
});

test('a page continues after the last row, days are those of the region, and only managers read it', async () => {
  await aMonth();
  const rows = await movements();
  const [first, last] = [await movements({ p_limit: 3 }), rows[2]?.key ?? ''];
  const list = `public.territory_card_movements('rio', '2026-01-01', '2099-01-01'`;
  const rest = await context.fixture.db.as(signedIn(context.fixture.manager), (sql) =>
    sql.unsafe(`select * from ${list}, (select at from ${list}) where key = $1), $1)`, [last]),
  );
  expect([...first, ...rest].map((row) => row.key)).toEqual(rows.map((row) => row.key));
  // Eleven at night on 31 January in Guatemala.
  await context.fixture.db.sql`update private.payments set captured_at = '2026-02-01T05:00:00Z'`;
  const of = async (p_from: string, p_to: string) => (await movements({ p_from, p_to })).length;
  expect([await of('2026-01-31', '2026-01-31'), await of('2026-02-01', '2026-02-28')]).toEqual([4, 0]);
  for (const who of [context.fixture.staff, context.fixture.guide, context.user])
    expect((await refusal(movements({}, who))).code).toBe('forbidden');
});
