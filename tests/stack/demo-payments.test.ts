import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { freePorts } from '@territorio/local-server/ports';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { stripeClient } from '../../supabase/functions/_shared/stripe.ts';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { importDemoPayments } from '../../supabase/local/demo-payments.ts';
import { type Stack, startStack } from '../../supabase/local/stack.ts';
import { seed } from '../../supabase/seed/index.ts';

/** Replaces the README's password, as `npm run seed:demo` does. */
const PASSWORD = 'another password';

let dataDir: string;
let stack: Stack;
let sql: postgres.Sql;

// Starts a separate stack, because the other suites rely on a database without demo data.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'territorio-demo-'));
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir });
  stack = await startStack(config, { ephemeral: true, timer: false });
  await seed(stack.databaseUrl, { password: PASSWORD });
  sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined });
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Upcoming {
  kind: 'experience' | 'transport';
  id: string;
  email: string;
  intent: string;
  paid: number;
}

/** Returns a paid demo booking that its guest can still cancel for a full refund. */
async function upcoming(): Promise<Upcoming> {
  const [row] = await sql<Upcoming[]>`
    select f.kind, f.id, u.email, p.payment_intent_id as intent, p.captured_minor::int as paid
    from private.booking_facts f join private.charges p on p.booking_id = f.id
    join auth.users u on u.id = f.tourist_id
    where f.status in ('paid', 'confirmed') and starts_with(p.payment_intent_id, 'pi_seed_') and f.cancellation_policy = 'moderate'
      and f.booking_date > current_date + 4
    order by u.email <> 'tourist@territorio.test', f.booking_date, f.id limit 1`;
  if (!row) throw new Error('The demo has no booking to cancel.');
  return row;
}

const reconcile = async () => {
  const { urls, keys } = stack.config;
  const headers = { 'x-reconcile-secret': keys.reconcileSecret };
  return (await fetch(`${urls.api}/functions/v1/reconcile`, { method: 'POST', headers, body: '{}' })).json();
};

test('the demo accepts another password for all of its accounts', { tags: ['nightly'] }, async () => {
  const [row] = await sql`
    select count(*)::int as hashes, bool_and(u.hash = extensions.crypt(${PASSWORD}, u.hash)) as new,
           bool_or(u.hash = extensions.crypt('territorio', u.hash)) as known
      from (select distinct encrypted_password as hash from auth.users) u`;
  expect(row).toEqual({ hashes: 1, new: true, known: false });
});

describe('the card payments of the demo', { tags: ['nightly'] }, () => {
  const stripe = () => stripeClient(stack.config.keys.stripeSecret, stack.config.urls.stripe);

  test('are unknown to the emulator until they are imported', async () => {
    const { intent } = await upcoming();
    await expect(stripe().paymentIntents.retrieve(intent)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('are imported once, refunds included, without events', async () => {
    const [counted] = await sql<{ n: number }[]>`
      select count(*)::int as n from private.charges where starts_with(payment_intent_id, 'pi_seed_')`;
    expect(await importDemoPayments(sql, stack.config.urls.stripe, stack.config.keys.stripeSecret)).toBe(counted?.n);
    expect(counted?.n).toBeGreaterThan(20);
    expect(await importDemoPayments(sql, stack.config.urls.stripe, stack.config.keys.stripeSecret)).toBe(0);
    expect((await stripe().events.list()).data).toEqual([]);

    const [refunded] = await sql<{ intent: string; minor: number }[]>`
      select payment_intent_id as intent, refunded_minor::int as minor from private.charges
      where starts_with(payment_intent_id, 'pi_seed_') and refunded_minor > 0 limit 1`;
    const { data } = await stripe().refunds.list({ payment_intent: refunded?.intent ?? '' });
    expect(data.map(({ amount, status }) => ({ amount, status }))).toEqual([
      { amount: refunded?.minor, status: 'succeeded' },
    ]);
    const again = await stripe()
      .refunds.create({ payment_intent: refunded?.intent ?? '' })
      .catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'charge_already_refunded' });
  });

  test('are refunded to a tourist who cancels', async () => {
    const booking = await upcoming();
    const { urls, keys } = stack.config;
    const tourist = createClient(urls.api, keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
    });
    const signedIn = await tourist.auth.signInWithPassword({ email: booking.email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const cancelled = await tourist.rpc('cancel_booking', { p_booking_id: booking.id });
    expect(cancelled.error).toBeNull();
    expect(cancelled.data).toMatchObject({ status: 'cancelled', refund_percent: 100 });

    expect(await reconcile()).toMatchObject({ operations: expect.any(Number), broken_invariants: 0 });
    const intent = await stripe().paymentIntents.retrieve(booking.intent, { expand: ['latest_charge'] });
    expect(intent).toMatchObject({
      status: 'succeeded',
      latest_charge: { amount_refunded: booking.paid, refunded: true },
    });
    const [row] = await sql`
      select p.refunded_minor::int as minor, f.status, o.state
      from private.charges p join private.booking_facts f on p.booking_id = f.id
      join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%'
      where p.payment_intent_id = ${booking.intent}`;
    expect(row).toEqual({ minor: booking.paid, status: 'refunded', state: 'done' });
  });

  test('are refused if they are nonsensical', async () => {
    const response = await fetch(`${stack.config.urls.stripe}/_emulator/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.config.keys.stripeSecret}` },
      body: JSON.stringify({
        payments: [
          { id: 'pi_x', amount: 100, captured: 100, refunded: 200, currency: 'gtq', created: 1, metadata: {} },
        ],
      }),
    });
    expect(response.status).toBe(400);
    await expect(stripe().paymentIntents.retrieve('pi_x')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});
