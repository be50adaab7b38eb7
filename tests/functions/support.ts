import { createServer } from 'node:http';
import { close, listen, readBody } from '@territorio/local-server/http';
import { startStripeEmulator } from '@territorio/stripe-emulator/server';
import type { Dependencies } from '../../supabase/functions/_shared/dependencies.ts';
import { stripeClient } from '../../supabase/functions/_shared/stripe.ts';
import { handle as stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts';
import { createCheckout, type SentMail } from '../database/booking/support/checkout.ts';
import { createFixture, createUsers, type Fixture } from '../database/booking/support/fixture.ts';
import { pending } from '../support/background-work.ts';

const SECRET_KEY = 'sk_test_territorio';
const WEBHOOK_SECRET = 'whsec_territorio_local';

export interface FunctionsContext {
  fixture: Fixture;
  deps: Dependencies;
  mails: SentMail[];
  mailAnswers: number[];
  /** Calls /_emulator/<path> with POST if there is a body, and otherwise with GET. */
  control(path: string, body?: object): Promise<unknown>;
  user: string;
  /** The statuses that the webhook returned. */
  answers: number[];
  /** Pays the PaymentIntent by card, like Stripe.js in the guest's browser. */
  pay(clientSecret: string, card: string): Promise<{ status?: string; error?: { code: string } }>;
  knobs(values: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates the handlers with the official SDK and the emulator, whose webhooks reach the webhook handler over HTTP.
 */
export async function createFunctionsContext(): Promise<FunctionsContext> {
  const fixture = await createFixture({ seats: 6 });
  const { deps, mails, mailAnswers } = createCheckout(fixture);
  const answers: number[] = [];
  const server = createServer((req, res) => {
    const work = readBody(req).then(async (body) => {
      const request = new Request('http://functions.test/stripe-webhook', {
        method: 'POST',
        headers: { 'stripe-signature': String(req.headers['stripe-signature'] ?? '') },
        body: body.toString(),
      });
      const response = await stripeWebhook(request, deps);
      answers.push(response.status);
      res.writeHead(response.status).end(await response.text());
    });
    pending.add(work);
  });
  const port = await listen(server, 0, 'webhook test');
  const emulator = await startStripeEmulator({
    port: 0,
    webhookUrl: `http://127.0.0.1:${port}/`,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    retryBaseMs: 50,
  });
  deps.stripe = stripeClient(SECRET_KEY, emulator.url);
  deps.webhookSecret = WEBHOOK_SECRET;
  const [user = ''] = await createUsers(fixture.db.sql, 1);
  const control = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(`${emulator.url}/_emulator/${path}`, init)).json();
  };
  return {
    fixture,
    deps,
    mails,
    mailAnswers,
    control,
    knobs: async (values) => void (await control('knobs', values)),
    user,
    answers,
    pay: (clientSecret, card) => payInBrowser(emulator.url, clientSecret, card),
    stop: async () => {
      await emulator.stop();
      await close(server);
      await fixture.db.drop();
    },
  };
}

async function payInBrowser(
  url: string,
  clientSecret: string,
  card: string,
): Promise<{ status?: string; error?: { code: string } }> {
  const id = clientSecret.split('_secret_')[0];
  const response = await fetch(`${url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_territorio', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2032',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return (await response.json()) as { status?: string; error?: { code: string } };
}

/** Waits until `check` is true, because webhooks arrive at any time. */
export async function eventually(check: () => Promise<boolean>, milliseconds = 5000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await new Promise((done) => setTimeout(done, 25));
  }
}
