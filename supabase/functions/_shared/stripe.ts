import Stripe from 'stripe';
import type { Rpc } from './database.ts';
import { HttpError } from './http.ts';
import { logError } from './log.ts';
import { type PaymentState, paymentState, type StripeOp, stripeOps } from './schemas.ts';
import { logged, reason } from './troubles.ts';

export type StripeClient = Stripe;
type Intent = Stripe.PaymentIntent;

/** Events about captured money, which nothing but them tells of. Those of a payment under way are asked about anyway. */
export const HEARD_EVENTS: string[] = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
];

/** `apiUrl` (local stack only) points the official SDK at another host. */
export function stripeClient(secretKey: string, apiUrl?: string): StripeClient {
  const target = apiUrl ? new URL(apiUrl) : undefined;
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(target && {
      host: target.hostname,
      port: target.port || (target.protocol === 'https:' ? '443' : '80'),
      protocol: target.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

/** For the browser's calls: a failure at Stripe is no fault of the request, and can be tried again. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    logError(error);
    throw new HttpError(502, 'payment_unavailable', 'The payment service did not answer. Please try again.');
  }
}

/** The PaymentIntent as Stripe has it now; undefined when Stripe has none of that id. */
async function fetchIntent(stripe: StripeClient, id: string): Promise<Intent | undefined> {
  try {
    return await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

function refundedOf(intent: Intent): number | null {
  const charge = intent.latest_charge;
  return charge && typeof charge === 'object' ? charge.amount_refunded : null;
}

/** Until when Stripe keeps the card that was authorised. */
function captureBefore(intent: Intent): string | null {
  const charge = intent.latest_charge;
  const at = charge && typeof charge === 'object' && charge.payment_method_details?.card?.capture_before;
  return at ? new Date(at * 1000).toISOString() : null;
}

/** As many as Stripe gives at a time; a charge has a handful. */
const REFUNDS = 100;

/**
 * The refunds of a payment, where there are any or (`asked`) were some: one that came back is a refund no more, and what the charge
 * says alone does not tell whose it was.
 */
async function refundsOf(stripe: StripeClient, intent: Intent, asked: boolean) {
  if (!asked && !refundedOf(intent)) return null;
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: REFUNDS });
  return data.map(({ id, amount, status, metadata, failure_reason }) => ({
    id,
    amount,
    status,
    operation: metadata?.operation ?? null,
    reason: failure_reason ?? null,
  }));
}

/** The disputes of a payment, where the charge says that there are any or an event (`asked`) does. */
async function disputesOf(stripe: StripeClient, intent: Intent, asked: boolean) {
  const charge = intent.latest_charge;
  if (!asked && !(charge && typeof charge === 'object' && charge.disputed)) return null;
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
  return data.map(({ id, amount, status, reason, evidence_details: evidence }) => ({
    id,
    amount,
    status,
    reason,
    answer_by: evidence?.due_by ? new Date(evidence.due_by * 1000).toISOString() : null,
  }));
}

/** Tells the database what Stripe says. `intent` must come straight from Stripe, never out of an event's payload. */
async function applyIntent(
  { stripe, admin }: { stripe: StripeClient; admin: Rpc },
  intent: Intent,
  { event, refunded = false }: { event?: { id: string; type: string } | undefined; refunded?: boolean } = {},
): Promise<PaymentState> {
  const refunds = await refundsOf(stripe, intent, refunded || event?.type.includes('refund') === true);
  const disputes = await disputesOf(stripe, intent, event?.type.includes('dispute') === true);
  const result = await admin('apply_payment_intent', {
    p_payment_intent_id: intent.id,
    p_status: intent.status,
    p_amount: intent.amount,
    p_amount_received: intent.amount_received,
    p_currency: intent.currency,
    p_event_id: event?.id ?? null,
    p_event_type: event?.type ?? null,
    p_hold_id: intent.metadata.hold_id ?? null,
    p_amount_refunded: refundedOf(intent),
    p_last_error: intent.last_payment_error?.code ?? null,
    p_refunds: refunds,
    p_disputes: disputes,
    p_capture_before: captureBefore(intent),
  });
  return paymentState.parse(result);
}

/**
 * Brings one payment up to date: fetches it, applies it, and does at once what that calls for at Stripe (capture, cancel,
 * refund). What fails here stays queued for the reconciler.
 */
export async function syncPayment(
  stripe: StripeClient,
  admin: Rpc,
  id: string,
  event?: { id: string; type: string },
): Promise<PaymentState> {
  const intent = await fetchIntent(stripe, id);
  if (!intent) return { state: 'unknown' };
  const state = await applyIntent({ stripe, admin }, intent, { event });
  try {
    return (await runOps(stripe, admin, { paymentIntentId: id, limit: 5 })).get(id) ?? state;
  } catch (error) {
    logError(error);
    return state;
  }
}

/** Does what is due at Stripe, each by itself. The state of each payment that was touched. */
export async function runOps(
  stripe: StripeClient,
  admin: Rpc,
  options: { paymentIntentId?: string; limit: number },
): Promise<Map<string, PaymentState>> {
  const claimed = await admin('claim_stripe_ops', {
    p_limit: options.limit,
    p_payment_intent_id: options.paymentIntentId ?? null,
  });
  const states = new Map<string, PaymentState>();
  for (const op of stripeOps.parse(claimed)) {
    try {
      const state = await runOp(stripe, admin, op);
      if (state) states.set(op.payment_intent_id, state);
    } catch (error) {
      // What failed may be this operation's own row: it waits longer each time, and keeps nobody from theirs.
      logError(error);
      await admin('record_stripe_op_error', { p_id: op.id, p_error: reason(error) }).catch(logged(null));
    }
  }
  return states;
}

interface Outcome {
  /** 'refused' may be taken tomorrow (no balance today), 'impossible' never, 'disputed' if the bank gives the money back. */
  outcome: 'done' | 'pending' | 'unknown' | 'refused' | 'impossible' | 'disputed';
  error?: string;
  stripeId?: string;
  /** The PaymentIntent after it, fetched, where the outcome is about one. */
  intent?: Intent | undefined;
}

async function runOp(stripe: StripeClient, admin: Rpc, op: StripeOp): Promise<PaymentState | undefined> {
  const result = await attempt(stripe, op);
  const apply = () =>
    result.intent && applyIntent({ stripe, admin }, result.intent, { refunded: op.op.startsWith('refund:') });
  // First what has happened at Stripe: it may be all that was owed, and then nobody has to be troubled.
  if (result.outcome === 'impossible' || result.outcome === 'disputed') await apply();
  await admin('finish_stripe_op', {
    p_id: op.id,
    p_outcome: result.outcome,
    p_error: result.error ?? null,
    p_stripe_id: result.stripeId ?? null,
  });
  return apply();
}

async function attempt(stripe: StripeClient, op: StripeOp): Promise<Outcome> {
  try {
    return op.op.startsWith('refund:') ? await refund(stripe, op) : await changeIntent(stripe, op);
  } catch (error) {
    return explain(stripe, op, error);
  }
}

async function changeIntent(stripe: StripeClient, op: StripeOp): Promise<Outcome> {
  const options = { idempotencyKey: op.idempotency_key };
  if (op.op === 'capture') {
    const part = op.amount_minor === null ? {} : { amount_to_capture: op.amount_minor };
    await stripe.paymentIntents.capture(op.payment_intent_id, part, options);
  } else await stripe.paymentIntents.cancel(op.payment_intent_id, { cancellation_reason: 'abandoned' }, options);
  // Fetched anew: an answer that the idempotency key repeats may be older than what has happened since.
  return { outcome: 'done', intent: await fetchIntent(stripe, op.payment_intent_id) };
}

async function refund(stripe: StripeClient, op: StripeOp): Promise<Outcome> {
  const made =
    (await refundMade(stripe, op)) ??
    (await stripe.refunds.create(
      { payment_intent: op.payment_intent_id, amount: op.amount_minor ?? 0, metadata: { operation: op.op } },
      { idempotencyKey: op.idempotency_key },
    ));
  if (made.status === 'succeeded') return { outcome: 'done', stripeId: made.id };
  if (made.status === 'failed' || made.status === 'canceled') {
    const outcome = made.failure_reason === 'insufficient_funds' ? 'refused' : 'impossible';
    return { outcome, error: made.failure_reason ?? made.status };
  }
  return { outcome: 'pending', stripeId: made.id };
}

/**
 * The refund of this operation, when Stripe has made it: the answer of an earlier attempt may have been lost, and Stripe forgets an
 * idempotency key after a day, which an outage can last.
 */
async function refundMade(stripe: StripeClient, op: StripeOp): Promise<Stripe.Refund | undefined> {
  if (op.stripe_id) return stripe.refunds.retrieve(op.stripe_id);
  if (op.attempts < 2) return undefined;
  const { data } = await stripe.refunds.list({ payment_intent: op.payment_intent_id, limit: 100 });
  return data.find(
    ({ metadata, status }) => metadata?.operation === op.op && status !== 'failed' && status !== 'canceled',
  );
}

/** A final no of Stripe's, or no answer at all? Only the first may be tried again under a new idempotency key. */
async function explain(stripe: StripeClient, op: StripeOp, error: unknown): Promise<Outcome> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const final =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  if (!final) return { outcome: 'unknown', error: error.message };
  if (op.op.startsWith('refund:')) {
    // Somebody has given some of it back at Stripe's own dashboard, or all. What of it stands is in Stripe's list of refunds.
    // Or a bank has taken it back (a dispute), and decides whether anything is owed.
    if (error.code === 'charge_disputed') return intentAfter(stripe, op, error, () => 'disputed');
    const over = ['charge_already_refunded', 'amount_too_large'].includes(error.code ?? '') || error.param === 'amount';
    if (!over) return { outcome: 'refused', error: error.message };
    return intentAfter(stripe, op, error, () => 'impossible');
  }
  return intentAfter(stripe, op, error, ({ status }) =>
    status === 'succeeded' || status === 'canceled' ? 'done' : 'refused',
  );
}

/** The outcome that the PaymentIntent shows. When Stripe does not say (it may be gone by now) that is unknown, and asked again. */
async function intentAfter(
  stripe: StripeClient,
  op: StripeOp,
  { message: error }: Error,
  outcome: (intent: Intent) => Outcome['outcome'],
): Promise<Outcome> {
  const intent = await fetchIntent(stripe, op.payment_intent_id).catch(logged(undefined));
  // It was there once: more likely we ask with another account's key than that it is gone. What is owed stays to be done.
  return intent ? { outcome: outcome(intent), error, intent } : { outcome: 'unknown', error };
}
