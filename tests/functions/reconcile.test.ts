import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createHold, holdRequest } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { withoutTriggers } from '../support/without-triggers.ts';

const IN_FLIGHT = 130;
let intents: string[];
let asked: string[];
let reachable: boolean;
/** Stripe has none of these, as with another account's key or a copied database. */
let missing: Set<string>;
checkoutForEachTest();
beforeEach(async () => {
  const { sql } = fixture.db;
  const { hold_id: hold } = await createHold(fixture, user, holdRequest(fixture));
  // Creates released seats, each with a payment whose events were lost, in more than one batch.
  await sql`
    with gone as (
      insert into private.holds
      select (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'idempotency_key', gen_random_uuid(),
               'state', 'released'))).*
        from private.holds h, generate_series(1, ${IN_FLIGHT}) where h.id = ${hold} returning id, order_id, user_id),
    orders as (insert into private.orders (id, tourist_id, currency_code) select order_id, user_id, 'GTQ' from gone),
    paid as (
      insert into private.payments (id, order_id, payment_intent_id, currency, status, updated_at)
      select id, order_id, 'pi_' || replace(id::text, '-', ''), 'gtq', 'requires_payment_method', now() - interval '5 minutes' from gone)
    insert into private.payment_lines (payment_id, hold_id, amount_minor) select id, id, 35100 from gone`;
  const rows = await sql`select payment_intent_id as id from private.charges order by updated_at, id`;
  intents = rows.map(({ id }) => id);
  asked = [];
  reachable = true;
  missing = new Set();
  const { paymentIntents } = checkout.deps.stripe;
  vi.spyOn(checkout.deps.stripe, 'paymentIntents', 'get').mockReturnValue({
    ...paymentIntents,
    retrieve: async (id: string) => {
      asked.push(id);
      if (!reachable) throw new Stripe.errors.StripeConnectionError({ message: 'Stripe is away', type: 'api_error' });
      if (missing.has(id))
        throw new Stripe.errors.StripeInvalidRequestError({
          code: 'resource_missing',
          message: 'No such payment_intent',
          type: 'invalid_request_error',
        });
      return { id, status: 'canceled', amount: 35_100, amount_received: 0, currency: 'gtq', metadata: {} };
    },
  } as unknown as typeof paymentIntents);
});

const run = async () =>
  (await reconcile(post({}, undefined, { 'x-reconcile-secret': checkout.deps.reconcileSecret }), checkout.deps)).json();

test('checks all payments in progress once in one run after an outage', async () => {
  expect(await run()).toMatchObject({ synced: IN_FLIGHT, unreachable: 0 });
  expect(new Set(asked).size).toBe(IN_FLIGHT);
  expect(asked).toHaveLength(IN_FLIGHT);
});

test('stops requesting while Stripe is unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reachable = false;
  expect(await run()).toMatchObject({ synced: 0, unreachable: 100 });
  reachable = true;
  expect(await run()).toMatchObject({ synced: IN_FLIGHT, unreachable: 0 });
});

test("payments unknown to Stripe don't delay others", async () => {
  const { sql } = fixture.db;
  missing = new Set(intents.slice(0, 110));
  // The oldest are read first. All before the twenty known to Stripe are unknown.
  await withoutTriggers(
    sql,
    (tx) =>
      tx`update private.payments set updated_at = now() - interval '1 hour' where payment_intent_id = any (${[...missing]})`,
  );
  expect(await run()).toMatchObject({ synced: IN_FLIGHT, unreachable: 0 });
  expect(new Set(asked)).toEqual(new Set(intents));
  expect(asked).toHaveLength(IN_FLIGHT);
  expect(await sql`select 1 from private.charges where status = 'canceled'`).toHaveLength(IN_FLIGHT - missing.size);
});

test('is not blocked by payments that always fail', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reachable = false;
  await run();
  expect(new Set(asked).size).toBe(100);
  await run();
  expect(new Set(asked).size).toBe(IN_FLIGHT);
});

describe('a payment unknown to Stripe', () => {
  const only = () =>
    fixture.db.sql`select h.state, p.status from private.charges p join private.holds h on h.id = p.hold_id`;
  beforeEach(async () => {
    const { sql } = fixture.db;
    await sql`delete from private.payments`;
    await sql`delete from private.holds where state = 'released'`;
    await sql`insert into private.orders (id, tourist_id, currency_code) select order_id, user_id, 'GTQ' from private.holds`;
    await sql`insert into private.payments (id, order_id, payment_intent_id, currency, status, updated_at)
      select id, order_id, 'pi_unknown', 'gtq', 'requires_payment_method', now() - interval '5 minutes' from private.holds`;
    await sql`insert into private.payment_lines (payment_id, hold_id, amount_minor) select id, id, 35100 from private.holds`;
    missing.add('pi_unknown');
  });

  test('releases its seats an hour after the hold, and is polled for eight days', async () => {
    const { sql } = fixture.db;
    await run();
    expect(await only()).toEqual([{ state: 'held', status: 'requires_payment_method' }]);
    await sql`update private.holds set expires_at = now() - interval '61 minutes'`;
    const later = () =>
      withoutTriggers(sql, (tx) => tx`update private.payments set updated_at = now() - interval '1 hour'`);
    await later();
    await run();
    expect(await only()).toEqual([{ state: 'released', status: 'requires_payment_method' }]);
    expect(await sql`select held from public.departures`).toEqual([{ held: 0 }]);
    expect(await sql`select * from service.check_invariants()`).toEqual([]);
    await sql`update private.payments set created_at = now() - interval '9 days'`;
    await later();
    await run();
    expect(await only()).toEqual([{ state: 'released', status: 'canceled' }]);
    expect(await sql`select 1 from private.stripe_ops where state <> 'done'`).toEqual([]);
  });

  test('keeps its booking, because the key may be the wrong one', async () => {
    const { sql } = fixture.db;
    await sql`update private.payments set status = 'requires_capture', created_at = now() - interval '9 days'`;
    await sql`update private.holds set state = 'consumed'`;
    await run();
    expect(await only()).toEqual([{ state: 'consumed', status: 'requires_capture' }]);
  });
});
