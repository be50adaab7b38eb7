import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { close, listen, readBody } from '@territorio/local-server/http';
import { startStripeEmulator } from '@territorio/stripe-emulator/server';
import Stripe from 'stripe';

export const secretKey = 'sk_test_emulator';
export const webhookSecret = 'whsec_emulator';
export const root = fileURLToPath(new URL('..', import.meta.url));
export const order = { amount: 35_000, currency: 'gtq', capture_method: 'manual' } as const;

/** The official SDK, pointed at an emulator. */
export function stripeClient(url: string, key = secretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

export interface WebhookReceiver {
  url: string;
  /** Verified events, answered with 200, in order. */
  received: Stripe.Event[];
  /** The status of the response. */
  status: number;
  types(objectId: string): string[];
  stop(): Promise<void>;
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const stripe = new Stripe(secretKey);
  const server = createServer((req, res) => {
    void readBody(req).then(async (body) => {
      const signature = String(req.headers['stripe-signature'] ?? '');
      const event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
      if (receiver.status === 200) receiver.received.push(event);
      res.writeHead(receiver.status).end();
    });
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${await listen(server, 0, 'webhook test')}/`,
    received: [],
    status: 200,
    types: (objectId) => receiver.received.filter((event) => about(event).includes(objectId)).map(({ type }) => type),
    stop: () => close(server),
  };
  return receiver;
}

/** Returns the ids in an event. */
export function about({ data }: Stripe.Event): (string | undefined)[] {
  const object = data.object as { id: string; payment_intent?: string };
  return [object.id, object.payment_intent];
}

export interface Harness {
  url: string;
  stripe: Stripe;
  webhooks: WebhookReceiver;
  /** Calls /_emulator/<path> with POST if there is a body, and otherwise with GET. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHarness(name: string): Promise<Harness> {
  const dataDir = join(root, 'test-results', `${name}-${process.pid}`);
  const webhooks = await receiveWebhooks();
  const options = { port: 0, dataDir, webhookUrl: webhooks.url, webhookSecret, secretKey, retryBaseMs: 100 };
  const emulator = await startStripeEmulator(options);
  const control = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await (await fetch(`${emulator.url}/_emulator/${path}`, init)).json()) as Record<string, unknown>;
  };
  const off = { delayMs: 0, apiDelayMs: 0, duplicate: 0, shuffle: 0, drop: 0, refuseCapture: 0, refuseRefund: 0 };
  return {
    url: emulator.url,
    stripe: stripeClient(emulator.url),
    webhooks,
    control,
    reset: async () => {
      webhooks.status = 200;
      await control('knobs', off);
    },
    stop: async () => {
      await emulator.stop();
      await webhooks.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the error of a call that must fail. */
export async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return await work.then(
    () => Promise.reject(new Error('expected the call to fail')),
    (error: Stripe.errors.StripeError) => error,
  );
}
