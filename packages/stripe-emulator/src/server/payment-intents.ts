import { type PaymentMethod, paymentMethodOf } from './cards.ts';
import { capture, charge, decline } from './charges.ts';
import { type Context, findIntent, unexpectedState } from './context.ts';
import { cardError, invalidParameter, refused } from './failure.ts';
import {
  allowOnly,
  flag,
  list,
  metadata,
  nested,
  oneOf,
  type Params,
  positiveInteger,
  required,
  text,
} from './form.ts';
import { type IntentStatus, nowSeconds, type PaymentIntent, REFUND_REASONS, randomId } from './objects.ts';

const METHOD_PARAMS = ['payment_method', 'payment_method_data'];
const EDITABLE = ['amount', 'currency', 'description', 'metadata', 'receipt_email', 'statement_descriptor_suffix'];
const CREATE_PARAMS = [
  ...METHOD_PARAMS,
  ...EDITABLE,
  ...['automatic_payment_methods', 'capture_method', 'confirm', 'customer', 'expand', 'off_session'],
  ...['payment_method_types', 'return_url', 'use_stripe_sdk'],
];
const CONFIRM_PARAMS = [
  ...METHOD_PARAMS,
  'client_secret',
  'expand',
  'key',
  'off_session',
  'return_url',
  'use_stripe_sdk',
];
const LARGEST_AMOUNT = 99_999_999;
// Stripe's minimum charge in minor units, where published.
const SMALLEST: Record<string, number> = { usd: 50, eur: 50, gbp: 30, mxn: 1000, cad: 50, aud: 50, jpy: 50, brl: 50 };

export function createIntent(context: Context): PaymentIntent {
  const { tx, params } = context;
  allowOnly(params, CREATE_PARAMS);
  const { amount, currency } = money(params, positiveInteger(params, 'amount'), text(params, 'currency'));
  const automatic = nested(params, 'automatic_payment_methods');
  const types = list(params, 'payment_method_types');
  const id = randomId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods:
      types.length > 0 ? null : { enabled: true, allow_redirects: text(automatic, 'allow_redirects') ?? 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: oneOf(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    client_secret: `${id}_secret_${randomId('', 25).slice(1)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency,
    customer: text(params, 'customer') ?? null,
    description: text(params, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadata(params),
    next_action: null,
    payment_method: null,
    payment_method_types: types.length > 0 ? types : ['card'],
    receipt_email: text(params, 'receipt_email') ?? null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
  };
  tx.put('payment_intents', intent);
  tx.emit('payment_intent.created', intent);
  if (flag(params, 'confirm')) return confirm(context, intent);
  const method = paymentMethodOf(params, () => randomId('pm'));
  if (method) attach(context, intent, method);
  return intent;
}

function money(params: Params, amount: number | undefined, currency: string | undefined) {
  if (amount === undefined) required(params, 'amount');
  if (currency === undefined) required(params, 'currency');
  const code = (currency ?? '').toLowerCase();
  if (!/^[a-z]{3}$/.test(code)) throw invalidParameter(`Invalid currency: ${currency}.`, undefined, 'currency');
  const value = amount ?? 0;
  if (value > LARGEST_AMOUNT)
    throw invalidParameter('Amount must be no more than 999,999.99', 'amount_too_large', 'amount');
  if (value < (SMALLEST[code] ?? 1)) {
    throw invalidParameter('Amount must be at least the minimum charge of the currency', 'amount_too_small', 'amount');
  }
  return { amount: value, currency: code };
}

export function updateIntent(context: Context, id: string): PaymentIntent {
  const { tx, params } = context;
  allowOnly(params, [...EDITABLE, ...METHOD_PARAMS, 'expand']);
  const intent = findIntent(context, id);
  const open: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  const changesPayment = ['amount', 'currency', ...METHOD_PARAMS].some((name) => params[name] !== undefined);
  if (changesPayment && !open.includes(intent.status)) throw unexpectedState(intent, 'updated', open);
  const amount = positiveInteger(params, 'amount') ?? intent.amount;
  Object.assign(intent, money(params, amount, text(params, 'currency') ?? intent.currency));
  intent.metadata = metadata(params, intent.metadata);
  intent.description = text(params, 'description') ?? intent.description;
  intent.receipt_email = text(params, 'receipt_email') ?? intent.receipt_email;
  const method = paymentMethodOf(params, () => randomId('pm'));
  if (method) attach(context, intent, method);
  tx.put('payment_intents', intent);
  return intent;
}

export function confirmIntent(context: Context, id: string): PaymentIntent {
  allowOnly(context.params, CONFIRM_PARAMS);
  return confirm(context, findIntent(context, id));
}

function attach({ tx }: Context, intent: PaymentIntent, method: PaymentMethod): void {
  tx.put('payment_methods', method);
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
  tx.put('payment_intents', intent);
}

function confirm(context: Context, intent: PaymentIntent): PaymentIntent {
  const { tx, params } = context;
  const open: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'confirmed', open);
  const kept = intent.payment_method ? tx.get('payment_methods', intent.payment_method) : undefined;
  const method = paymentMethodOf(params, () => randomId('pm')) ?? kept;
  if (!method) {
    const message = "You cannot confirm this PaymentIntent because it's missing a payment method.";
    throw refused(message, 'payment_intent_unexpected_state', { payment_intent: intent });
  }
  attach(context, intent, method);
  intent.next_action = null;
  intent.last_payment_error = null;
  if (method.challenge) return requireChallenge(context, intent);
  return settle(context, intent, method);
}

function requireChallenge({ tx, baseUrl }: Context, intent: PaymentIntent): PaymentIntent {
  const url = `${baseUrl}/_emulator/challenge/${intent.id}`;
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
    emulator_challenge_url: url,
  };
  tx.put('payment_intents', intent);
  tx.emit('payment_intent.requires_action', intent);
  return intent;
}

/** Applies the payer's answer on the bank's page. */
export function answerChallenge(context: Context, id: string, passed: boolean): PaymentIntent {
  const intent = findIntent(context, id);
  const method = intent.payment_method ? context.tx.get('payment_methods', intent.payment_method) : undefined;
  if (intent.status !== 'requires_action' || !method)
    throw unexpectedState(intent, 'authenticated', ['requires_action']);
  intent.next_action = null;
  if (passed) return settle(context, intent, method);
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const failure = refused(message, 'payment_intent_authentication_failure');
  throw decline(context.tx, intent, method, failure);
}

function settle({ tx }: Context, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  if (method.decline) {
    const { code, message, decline_code } = method.decline;
    throw decline(tx, intent, method, cardError(code, message, decline_code ? { decline_code } : {}));
  }
  charge(tx, intent, method);
  return intent;
}

export function captureIntent(context: Context, id: string): PaymentIntent {
  const { tx, params } = context;
  allowOnly(params, ['amount_to_capture', 'expand', 'metadata', 'statement_descriptor_suffix']);
  const intent = findIntent(context, id);
  const held = intent.latest_charge ? tx.get('charges', intent.latest_charge) : undefined;
  if (intent.status !== 'requires_capture' || !held) throw unexpectedState(intent, 'captured', ['requires_capture']);
  const amount = positiveInteger(params, 'amount_to_capture') ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    const message = `The requested capture amount is greater than the authorized amount. ${amount} > ${intent.amount_capturable}`;
    throw invalidParameter(message, 'amount_too_large', 'amount_to_capture');
  }
  if (context.refuses('capture')) {
    throw cardError('card_declined', 'Your card was declined.', {
      decline_code: 'generic_decline',
      payment_intent: intent,
    });
  }
  intent.metadata = metadata(params, intent.metadata);
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount });
  capture(tx, held, amount);
  tx.put('charges', held);
  tx.put('payment_intents', intent);
  tx.emit('charge.captured', held);
  tx.emit('payment_intent.succeeded', intent);
  return intent;
}

export function cancelIntent(context: Context, id: string): PaymentIntent {
  const { tx, params } = context;
  allowOnly(params, ['cancellation_reason', 'expand']);
  const intent = findIntent(context, id);
  const open: IntentStatus[] = [
    'requires_payment_method',
    'requires_capture',
    'requires_confirmation',
    'requires_action',
  ];
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'canceled', open);
  const reason = oneOf(params, 'cancellation_reason', [...REFUND_REASONS, 'abandoned']) ?? null;
  const held =
    intent.status === 'requires_capture' && intent.latest_charge ? tx.get('charges', intent.latest_charge) : undefined;
  Object.assign(intent, {
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
  });
  intent.next_action = null;
  tx.put('payment_intents', intent);
  if (held) {
    Object.assign(held, { refunded: true, amount_refunded: held.amount });
    tx.put('charges', held);
    tx.emit('charge.refunded', held);
  }
  tx.emit('payment_intent.canceled', intent);
  return intent;
}
