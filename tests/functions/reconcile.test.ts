import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { type Checkout, createCheckout, post } from '../database/booking/support/checkout.ts';
import { createHold, createUsers, createWorld, holdRequest, type World } from '../database/booking/support/world.ts';

const IN_FLIGHT = 130;
let world: World;
let checkout: Checkout;
let asked: string[];
let reachable: boolean;
beforeEach(async () => {
  world = await createWorld();
  checkout = createCheckout(world);
  const { sql } = world.db;
  const [user = ''] = await createUsers(sql, 1);
  const { hold_id: hold } = await createHold(world, user, holdRequest(world));
  // Seats that were given back, each with a payment that Stripe's events have not told about: more than are named at a time.
  await sql`
    with gone as (
      insert into private.holds
      select (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid(), 'request_key', gen_random_uuid(), 'state', 'released'))).*
        from private.holds h, generate_series(1, ${IN_FLIGHT}) where h.id = ${hold} returning id)
    insert into private.payments (hold_id, payment_intent_id, amount_minor, currency, status, updated_at)
    select id, 'pi_' || replace(id::text, '-', ''), 35100, 'gtq', 'requires_payment_method', now() - interval '5 minutes' from gone`;
  asked = [];
  reachable = true;
  const { paymentIntents } = checkout.deps.stripe;
  vi.spyOn(checkout.deps.stripe, 'paymentIntents', 'get').mockReturnValue({
    ...paymentIntents,
    retrieve: async (id: string) => {
      asked.push(id);
      if (!reachable) throw new Error('Stripe is away');
      return { id, status: 'canceled', amount: 35_100, amount_received: 0, currency: 'gtq', metadata: {} };
    },
  } as unknown as typeof paymentIntents);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.db.drop();
});

const run = async () =>
  (await reconcile(post({}, undefined, { 'x-reconcile-secret': checkout.deps.reconcileSecret }), checkout.deps)).json();

test('after a bad hour all payments in flight are asked about in one run, each once', async () => {
  expect(await run()).toMatchObject({ synced: IN_FLIGHT, unreachable: 0 });
  expect(new Set(asked).size).toBe(IN_FLIGHT);
  expect(asked).toHaveLength(IN_FLIGHT);
});

test('while Stripe is away nobody keeps asking', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reachable = false;
  expect(await run()).toMatchObject({ synced: 0, unreachable: 100 });
  reachable = true;
  expect(await run()).toMatchObject({ synced: IN_FLIGHT, unreachable: 0 });
});
