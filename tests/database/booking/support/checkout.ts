import { turnstile } from '../../../../supabase/functions/_shared/captcha.ts';
import type { Dependencies } from '../../../../supabase/functions/_shared/dependencies.ts';
import { networkOf } from '../../../../supabase/functions/_shared/http.ts';
import { handle as confirmPayment } from '../../../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../../../supabase/functions/create-payment-intent/handler.ts';
import { pending } from '../../../support/background-work.ts';
import { memoryAccounts } from './accounts.ts';
import { FakeStripe } from './fake-stripe.ts';
import { createHold, type Fixture, type HoldJson, holdRequest, signedIn } from './fixture.ts';
import { rpcFor, serviceRpc } from './rpc.ts';

export interface SentMail {
  to: string[];
  subject: string;
  html: string;
  text: string;
  key: string | null;
}

export interface Checkout {
  stripe: FakeStripe;
  deps: Dependencies;
  mails: SentMail[];
  /** Status codes of the email service's next answers; 200 when empty. */
  mailAnswers: number[];
}

/**
 * Runs the edge functions' code on a test database with a Stripe in memory and a mailbox. A token is the user's id.
 */
export function createCheckout(fixture: Fixture): Checkout {
  const stripe = new FakeStripe();
  const mails: SentMail[] = [];
  const mailAnswers: number[] = [];
  const deps: Dependencies = {
    admin: serviceRpc(fixture.db),
    as: (token) => rpcFor(fixture.db, signedIn(token)),
    userId: async (token) => (/^[0-9a-f-]{36}$/.test(token) ? token : null),
    passports: { put: async () => {}, remove: async () => {}, sign: async () => null },
    media: { remove: async () => {} },
    accounts: memoryAccounts(fixture),
    captcha: turnstile(''),
    network: (request) => networkOf(request),
    stripe: stripe.client,
    webhookSecret: 'whsec_test',
    reconcileSecret: 'reconcile-test',
    push: null,
    tickets: async () => null,
    wallets: { apple: () => null, google: () => null },
    mail: {
      apiUrl: 'http://mail.test',
      apiKey: 'key',
      from: 'Territorio <bookings@territorio.test>',
      appUrl: 'http://app.test',
      functionsUrl: 'http://functions.test',
    },
    fetch: async (_url, init) => {
      const status = mailAnswers.shift() ?? 200;
      const key = new Headers(init?.headers).get('idempotency-key');
      if (status === 200) mails.push({ ...(JSON.parse(String(init?.body)) as Omit<SentMail, 'key'>), key });
      return new Response('{}', { status });
    },
  };
  return { stripe, deps, mails, mailAnswers };
}

export function post(body: unknown, token?: string, headers: Record<string, string> = {}): Request {
  return new Request('http://functions.test/', {
    method: 'POST',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify(body),
  });
}

export interface Started {
  user: string;
  hold: HoldJson;
  intent: string;
}

/** Creates a hold and its PaymentIntent, without a card yet. */
export async function startPayment(
  fixture: Fixture,
  checkout: Checkout,
  user: string,
  changes: Record<string, unknown> = {},
): Promise<Started> {
  const hold = await createHold(fixture, user, holdRequest(fixture, changes));
  const response = await createPaymentIntent(post({ hold_id: hold.hold_id }, user), checkout.deps);
  const body = (await response.json()) as { payment_intent_id: string };
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return { user, hold, intent: body.payment_intent_id };
}

export async function confirm(checkout: Checkout, started: Started): Promise<{ state: string; booking_id?: string }> {
  const response = await confirmPayment(post({ hold_id: started.hold.hold_id }, started.user), checkout.deps);
  return (await response.json()) as { state: string; booking_id?: string };
}

/**
 * Creates a paid booking and returns its id. Its emails are already sent, so that a worker doesn't send them with
 * the test's own.
 */
export async function payFor(
  fixture: Fixture,
  checkout: Checkout,
  user: string,
  changes: Record<string, unknown> = {},
): Promise<Started & { booking: string }> {
  const started = await startPayment(fixture, checkout, user, changes);
  checkout.stripe.authorise(started.intent);
  const confirmed = await confirm(checkout, started);
  if (!confirmed.booking_id) throw new Error(JSON.stringify(confirmed));
  await pending.settled();
  return { ...started, booking: confirmed.booking_id };
}
