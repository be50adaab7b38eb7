import Stripe from 'stripe';
import type { Rpc } from './database.ts';
import { HttpError } from './http.ts';
import { logError } from './log.ts';
import { type PaymentState, paymentState, type StripeOp, stripeOps } from './schemas.ts';
import { logged, reason } from './troubles.ts';

export type StripeClient = Stripe;
type Intent = Stripe.PaymentIntent;

/** Events about captured payments and payouts, which nothing else reports. Payments in progress are polled anyway. */
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
  'payout.reconciliation_completed',
];

/** `apiUrl` (local stack only) points the official SDK to another host. */
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

/** For the browser's calls: a failure at Stripe isn't the request's fault and can be retried. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    logError(error);
    throw new HttpError(502, 'payment_unavailable', "The payment service didn't respond. Please try again.");
  }
}

/** Returns the PaymentIntent's current state, or undefined if Stripe doesn't know the id. */
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

const chargeOf = ({ latest_charge: charge }: Intent): string | null =>
  typeof charge === 'string' ? charge : (charge?.id ?? null);

/** Returns when the authorisation of the card ends. */
function captureBefore(intent: Intent): string | null {
  const charge = intent.latest_charge;
  const at = charge && typeof charge === 'object' && charge.payment_method_details?.card?.capture_before;
  return at ? new Date(at * 1000).toISOString() : null;
}

/** Stripe's maximum per page, while a charge has only a few. */
const REFUNDS = 100;

/**
 * Returns a payment's refunds, if it has any or (`asked`) had some. A returned refund no longer counts, and the
 * charge's total doesn't show which one it was.
 */
async function refundsOf(stripe: StripeClient, intent: Intent, asked: boolean) {
  if (!asked && !refundedOf(intent)) return null;
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: REFUNDS });
  return data.map(({ id, amount, status, metadata, failure_reason }) => ({
    id,
    amount,
    status,
    operation: metadata?.operation ?? null,
    // Ours name both. In Stripe's dashboard a person can name the booking.
    line: metadata?.payment_line_id ?? metadata?.booking_id ?? null,
    reason: failure_reason ?? null,
  }));
}

/** Returns a payment's disputes, if the charge or an event (`asked`) indicates any. */
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

/** Reports Stripe's state to the database. `intent` must come directly from Stripe, never from an event's payload. */
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
    p_last_error: intent.last_payment_error?.code ?? null,
    p_refunds: refunds,
    p_disputes: disputes,
    p_capture_before: captureBefore(intent),
    p_charge_id: chargeOf(intent),
  });
  return paymentState.parse(result);
}

/**
 * Updates one payment: fetches and applies it, then runs the resulting Stripe operations (capture, cancel, refund).
 * Failures stay queued for the reconciler.
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

/** An event, of which only the ids are trusted: what it is about is fetched from Stripe. */
export interface HeardEvent {
  id: string;
  type: string;
  payment: string | null;
  payout: string | null;
}

export function readEvent({ id, type, data }: Stripe.Event): HeardEvent {
  const object = data.object as { object?: unknown; id?: unknown; payment_intent?: unknown } | null;
  const payment = object?.object === 'payment_intent' ? object.id : object?.payment_intent;
  // Only then does Stripe list what a payout consists of.
  const payout = type === 'payout.reconciliation_completed' ? object?.id : null;
  const idOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return { id, type, payment: idOf(payment), payout: idOf(payout) };
}

/** Applies what an event is about, a payment or a payout, and records the event. Returns the payment's state. */
export async function applyEvent(
  stripe: StripeClient,
  admin: Rpc,
  { payment, payout, ...event }: HeardEvent,
): Promise<PaymentState> {
  if (payout) await recordPayout(stripe, admin, payout, event);
  return payment ? syncPayment(stripe, admin, payment, event) : { state: 'unknown' };
}

/** Records which movements of the balance a payout paid to the bank. */
async function recordPayout(
  stripe: StripeClient,
  admin: Rpc,
  payout: string,
  event: { id: string; type: string },
): Promise<void> {
  const items: { id: string; source: string; amount: number }[] = [];
  for await (const { id, type, source, amount } of stripe.balanceTransactions.list({ payout, limit: 100 })) {
    const of = typeof source === 'string' ? source : source?.id;
    if (of && type !== 'payout') items.push({ id, source: of, amount });
  }
  await admin('record_stripe_payout', {
    p_payout_id: payout,
    p_items: items,
    p_event_id: event.id,
    p_event_type: event.type,
  });
}

/** Runs due Stripe operations, each separately. Returns the state of each affected payment. */
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
      // This operation's own row may be the cause, so it waits longer each time without blocking others.
      logError(error);
      await admin('record_stripe_op_error', { p_id: op.id, p_error: reason(error) }).catch(logged(null));
    }
  }
  return states;
}

interface Outcome {
  /**
   * 'refused' may be accepted later (for example when there is no balance today), 'impossible' never, and
   * 'disputed' if the bank returns the money.
   */
  outcome: 'done' | 'pending' | 'unknown' | 'refused' | 'impossible' | 'disputed';
  error?: string;
  stripeId?: string;
  /** The PaymentIntent fetched after the operation, if the outcome is about one. */
  intent?: Intent | undefined;
}

async function runOp(stripe: StripeClient, admin: Rpc, op: StripeOp): Promise<PaymentState | undefined> {
  const result = await attempt(stripe, op);
  const apply = () =>
    result.intent && applyIntent({ stripe, admin }, result.intent, { refunded: op.op.startsWith('refund:') });
  // We first read what has happened at Stripe, which may have settled the operation.
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
  // It is fetched again, because a response that the idempotency key repeats may be outdated.
  return { outcome: 'done', intent: await fetchIntent(stripe, op.payment_intent_id) };
}

async function refund(stripe: StripeClient, op: StripeOp): Promise<Outcome> {
  const made =
    (await refundMade(stripe, op)) ??
    (await stripe.refunds.create(
      { payment_intent: op.payment_intent_id, amount: op.amount_minor ?? 0, metadata: refundMetadata(op) },
      { idempotencyKey: op.idempotency_key },
    ));
  if (made.status === 'succeeded') return { outcome: 'done', stripeId: made.id };
  if (made.status === 'failed' || made.status === 'canceled') {
    const outcome = made.failure_reason === 'insufficient_funds' ? 'refused' : 'impossible';
    return { outcome, error: made.failure_reason ?? made.status };
  }
  return { outcome: 'pending', stripeId: made.id };
}

/** Lets an accountant match a refund with its booking, and the reconciler with its operation. */
const refundMetadata = ({ op, line_id, booking_id }: StripeOp) => ({
  operation: op,
  ...(line_id && { payment_line_id: line_id }),
  // A rejected payment never had a booking.
  ...(booking_id && { booking_id }),
});

/**
 * Returns this operation's refund, if Stripe has made it. An earlier response may be lost, and Stripe forgets an
 * idempotency key after a day, which an outage can outlast.
 */
async function refundMade(stripe: StripeClient, op: StripeOp): Promise<Stripe.Refund | undefined> {
  if (op.stripe_id) return stripe.refunds.retrieve(op.stripe_id);
  if (op.attempts < 2) return undefined;
  const { data } = await stripe.refunds.list({ payment_intent: op.payment_intent_id, limit: 100 });
  return data.find(
    ({ metadata, status }) => metadata?.operation === op.op && status !== 'failed' && status !== 'canceled',
  );
}

/**
 * Distinguishes a final refusal from a missing response, because only after the first may a new idempotency key be
 * used.
 */
async function explain(stripe: StripeClient, op: StripeOp, error: unknown): Promise<Outcome> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const final =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  if (!final) return { outcome: 'unknown', error: error.message };
  if (op.op.startsWith('refund:')) {
    // Someone refunded some or all of it in Stripe's dashboard (then it is in the list of refunds), or a bank
    // disputes it and decides what is owed.
    if (error.code === 'charge_disputed') return intentAfter(stripe, op, error, () => 'disputed');
    const over = ['charge_already_refunded', 'amount_too_large'].includes(error.code ?? '') || error.param === 'amount';
    if (!over) return { outcome: 'refused', error: error.message };
    return intentAfter(stripe, op, error, () => 'impossible');
  }
  return intentAfter(stripe, op, error, ({ status }) =>
    status === 'succeeded' || status === 'canceled' ? 'done' : 'refused',
  );
}

/**
 * Returns the outcome that the PaymentIntent shows. If Stripe doesn't know it, the outcome isn't known and is
 * requested again.
 */
async function intentAfter(
  stripe: StripeClient,
  op: StripeOp,
  { message: error }: Error,
  outcome: (intent: Intent) => Outcome['outcome'],
): Promise<Outcome> {
  const intent = await fetchIntent(stripe, op.payment_intent_id).catch(logged(undefined));
  // The PaymentIntent existed once, so our key more likely belongs to another account. The operation stays due.
  return intent ? { outcome: outcome(intent), error, intent } : { outcome: 'unknown', error };
}
