import type { ChaosStack } from './chaos-stack.ts';
import { wait } from './rng.ts';

export interface Person {
  id: string;
  email: string;
  token: string;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export const PASSWORD = 'territorio';

/** Creates a confirmed account that nobody has signed in to, with a given id if there is one. */
export function newAccount({ api, keys }: ChaosStack, name: string, id?: string): Promise<Answered> {
  return ask(`${api}/auth/v1/admin/users`, keys.secret, keys.secret, {
    ...(id && { id }),
    email: `${name}@chaos.test`,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: name },
  });
}

/** Signs up. Anyone can do so with any address. */
export const signUp = ({ api, keys: { publishable } }: ChaosStack, email: string) =>
  ask(`${api}/auth/v1/signup`, publishable, publishable, { email, password: 'not-the-owner' });

/** Creates a confirmed account and signs in. Repeats requests that a busy machine didn't answer in time. */
export async function newPerson(stack: ChaosStack, name: string): Promise<Person> {
  const email = `${name}@chaos.test`;
  const { publishable } = stack.keys;
  const made = await persist(() => newAccount(stack, name), 3);
  const signIn = () =>
    ask(`${stack.api}/auth/v1/token?grant_type=password`, publishable, publishable, { email, password: PASSWORD });
  const session = await persist(signIn, 3);
  // A second attempt may answer that the account exists.
  const id = (session.body.user as { id?: unknown } | undefined)?.id;
  const token = session.body.access_token;
  if (typeof id !== 'string' || typeof token !== 'string') throw new Error(`No account for ${email}: ${made.status}`);
  return { id, email, token };
}

async function ask(url: string, key: string, token: string, body: unknown): Promise<Answered> {
  const image = body instanceof Uint8Array;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: `Bearer ${token}`,
      'content-type': image ? 'image/png' : 'application/json',
    },
    body: image ? new Uint8Array(body) : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return { status: response.status, body: typeof parsed === 'object' && parsed ? { ...parsed } : {} };
}

/** Repeats a request if nobody answered or the server crashed, as a browser does. Returns any other response. */
async function persist(work: () => Promise<Answered>, maxAttempts: number): Promise<Answered> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await work().catch(() => ({ status: 0, body: {} }));
    if ((answer.status !== 0 && answer.status < 500) || attempt >= maxAttempts) return answer;
    await wait(200 * attempt);
  }
}

/** Calls a database function as the person. */
export const rpc = (stack: ChaosStack, who: Person, name: string, args: unknown, maxAttempts = 6) =>
  persist(() => ask(`${stack.api}/rest/v1/rpc/${name}`, stack.keys.publishable, who.token, args), maxAttempts);

/** Calls an edge function as the person. */
export const invoke = (stack: ChaosStack, who: Person, name: string, body: unknown, maxAttempts = 12) =>
  persist(() => ask(`${stack.api}/functions/v1/${name}`, stack.keys.publishable, who.token, body), maxAttempts);

/** Confirms the PaymentIntent with a card, like Stripe.js in the browser. */
export async function payByCard(stack: ChaosStack, secret: string, card: string): Promise<string> {
  const id = secret.split('_secret_')[0];
  const response = await fetch(`${stack.stripe}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.keys.stripePublishable}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: secret, payment_method: card }),
  });
  const body = (await response.json()) as { status?: string; error?: { code?: string } };
  return body.status ?? body.error?.code ?? 'unknown';
}

/** Calls the health check, as monitoring from outside does. */
export const callHealth = (stack: ChaosStack) =>
  fetch(`${stack.api}/functions/v1/reconcile/health`, {
    headers: { apikey: stack.keys.publishable },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);

/** Calls a job as a timer does. Returns its response, or nothing if it crashed. */
export async function callTimed(
  stack: ChaosStack,
  name: 'reconcile' | 'process-outbox',
): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(`${stack.api}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishable, 'x-reconcile-secret': stack.keys.reconcileSecret },
    signal: AbortSignal.timeout(120_000),
  }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}
