import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { about, order, receiveWebhooks, root, secretKey, stripeClient, webhookSecret } from './harness.ts';

const dataDir = join(root, 'test-results', `stripe-crash-${process.pid}`);
const children: ChildProcess[] = [];

/** The emulator in its own process, to be killed. */
async function startProcess(webhookUrl: string): Promise<{ url: string; kill(): Promise<void> }> {
  const options = { port: 0, dataDir, webhookUrl, webhookSecret, secretKey, retryBaseMs: 50 };
  const script = `import { startStripeEmulator } from '@territorio/stripe-emulator/server';
    console.log((await startStripeEmulator(${JSON.stringify(options)})).url);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: root });
  children.push(child);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { url, kill };
}

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const payment = { ...order, confirm: true, payment_method: 'pm_card_visa' };

interface Paid {
  answered: { key: string; intent: Stripe.PaymentIntent }[];
  /** The idempotency key of the request without a response. */
  lost: string;
}

/** Pays repeatedly until there is no response. */
async function payUntilKilled(stripe: Stripe, name: string): Promise<Paid> {
  const answered: Paid['answered'] = [];
  for (let n = 0; ; n += 1) {
    const key = `${name}:${n}`;
    const intent = await stripe.paymentIntents.create(payment, { idempotencyKey: key }).catch(() => undefined);
    if (!intent) return { answered, lost: key };
    answered.push({ key, intent });
  }
}

test('loses no answered payment and no webhook after kill -9 in the middle of payments', {
  tags: ['nightly'],
}, async () => {
  const webhooks = await receiveWebhooks();
  const first = await startProcess(webhooks.url);
  const payers = Array.from({ length: 6 }, (_, n) => payUntilKilled(stripeClient(first.url), `payer ${n}`));
  const announced = (): number => webhooks.received.filter(({ type }) => type === 'payment_intent.created').length;
  await expect.poll(announced).toBeGreaterThan(30);
  webhooks.status = 500; // these are undelivered when the process dies
  await new Promise((resolve) => setTimeout(resolve, 150));
  await first.kill();
  const paid = await Promise.all(payers);
  const answered = paid.flatMap((payer) => payer.answered);
  expect(answered.length).toBeGreaterThan(30);
  appendFileSync(join(dataDir, 'stripe.jsonl'), '[["payment_intents",{"id":"pi_torn'); // a write interrupted by the kill

  webhooks.status = 200;
  const second = await startProcess(webhooks.url);
  const stripe = stripeClient(second.url);
  for (const { key, intent } of answered) {
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    const replay = await stripe.paymentIntents.create(payment, { idempotencyKey: key });
    expect(replay.id).toBe(intent.id);
  }
  const owed = answered.map(({ intent }) => intent.id);
  const told = () =>
    new Set(webhooks.received.filter(({ type }) => type.endsWith('capturable_updated')).map((e) => about(e)[0]));
  await expect.poll(() => owed.filter((id) => !told().has(id))).toEqual([]);

  // Whether the payment was made before the kill or not, repeating it with its key makes it once.
  for (const { lost } of paid) await stripe.paymentIntents.create(payment, { idempotencyKey: lost });
  const keys: string[] = [];
  for await (const { request } of stripe.events.list({ limit: 100, type: 'payment_intent.created' })) {
    keys.push(request?.idempotency_key ?? '');
  }
  expect(keys.sort()).toEqual([...answered.map(({ key }) => key), ...paid.map(({ lost }) => lost)].sort());
  await second.kill();
  await webhooks.stop();
});
