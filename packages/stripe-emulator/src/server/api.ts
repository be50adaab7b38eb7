import { type Context, findIntent } from './context.ts';
import { invalidParameter, missingResource, StripeFailure } from './failure.ts';
import { list, type Params, text } from './form.ts';
import { listBalanceTransactions, listDisputes, listEvents, listPayouts, listRefunds } from './lists.ts';
import { type PaymentIntent, publicIntent } from './objects.ts';
import { cancelIntent, captureIntent, confirmIntent, createIntent, updateIntent } from './payment-intents.ts';
import { createRefund } from './refunds.ts';
import type { Store } from './store.ts';

export type Caller = 'secret' | 'publishable';

interface Keys {
  secretKey: string;
}

/** Returns the key from Bearer or Basic, or the parameter `key` as Stripe.js sends it. */
export function authenticate(authorization: string | undefined, params: Params, { secretKey }: Keys): Caller {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  const basic =
    scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : undefined;
  const key = basic ?? (scheme.toLowerCase() === 'bearer' ? value : (text(params, 'key') ?? ''));
  if (key === secretKey) return 'secret';
  if (key.startsWith('pk_')) return 'publishable';
  const message =
    key === ''
      ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`;
  throw new StripeFailure(401, { type: 'invalid_request_error', message }, true);
}

type Operation = (context: Context, id: string, store: Store) => unknown;

const find =
  <Table extends 'balance_transactions' | 'charges' | 'disputes' | 'events' | 'payouts' | 'refunds'>(
    table: Table,
    kind: string,
  ): Operation =>
  ({ tx }, id) => {
    const found = tx.get(table, id);
    if (!found) throw missingResource(kind, id);
    return found;
  };

const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, findIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)$/, updateIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/confirm$/, confirmIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/capture$/, captureIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, cancelIntent],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, ({ params }, _id, store) => listRefunds(store, params)],
  ['GET', /^\/v1\/refunds\/([^/]+)$/, find('refunds', 'refund')],
  ['GET', /^\/v1\/charges\/([^/]+)$/, find('charges', 'charge')],
  ['GET', /^\/v1\/disputes$/, ({ params }, _id, store) => listDisputes(store, params)],
  ['GET', /^\/v1\/disputes\/([^/]+)$/, find('disputes', 'dispute')],
  ['GET', /^\/v1\/balance_transactions$/, ({ params }, _id, store) => listBalanceTransactions(store, params)],
  ['GET', /^\/v1\/balance_transactions\/([^/]+)$/, find('balance_transactions', 'balance_transaction')],
  ['GET', /^\/v1\/payouts$/, ({ params }, _id, store) => listPayouts(store, params)],
  ['GET', /^\/v1\/payouts\/([^/]+)$/, find('payouts', 'payout')],
  ['GET', /^\/v1\/events$/, ({ params }, _id, store) => listEvents(store, params)],
  ['GET', /^\/v1\/events\/([^/]+)$/, find('events', 'event')],
];
const OPEN_TO_BROWSERS: Operation[] = [findIntent, confirmIntent];

/** Runs an API call inside the transaction of `context`. */
export function callApi(method: string, path: string, caller: Caller, context: Context, store: Store): unknown {
  for (const [routeMethod, pattern, operation] of ROUTES) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (!match) continue;
    const id = match[1] ?? '';
    if (caller === 'publishable') checkBrowser(context, operation, id);
    return expand(operation(context, id, store), context);
  }
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new StripeFailure(404, { type: 'invalid_request_error', message }, true);
}

/** A publishable key with a client secret gives access to one PaymentIntent only. */
function checkBrowser(context: Context, operation: Operation, id: string): void {
  if (!OPEN_TO_BROWSERS.includes(operation)) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw new StripeFailure(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, true);
  }
  checkClientSecret(context, id, text(context.params, 'client_secret'));
}

export function checkClientSecret(context: Context, id: string, clientSecret: unknown): PaymentIntent {
  const intent = findIntent(context, id);
  if (intent.client_secret === clientSecret) return intent;
  throw invalidParameter(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    'payment_intent_invalid_parameter',
    'client_secret',
  );
}

function expand(result: unknown, { tx, params }: Context): unknown {
  if (!isIntent(result) || !list(params, 'expand').includes('latest_charge')) return result;
  return { ...result, latest_charge: result.latest_charge ? tx.get('charges', result.latest_charge) : null };
}

const isIntent = (value: unknown): value is PaymentIntent =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'payment_intent';

/** Returns the part of a response that a browser may see, including a PaymentIntent inside an error. */
export function forCaller(caller: Caller, body: unknown): unknown {
  if (caller === 'secret') return body;
  return isIntent(body) ? publicIntent(body) : body;
}
