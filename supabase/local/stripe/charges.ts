import type { PaymentMethod } from './cards.ts';
import { cardError, invalidParameter, missingResource, refused, StripeFailure } from './failure.ts';
import { allowOnly, metadata, oneOf, positiveInteger, text } from './form.ts';
import { type Charge, type IntentStatus, nowSeconds, type PaymentIntent, type Refund, randomId } from './objects.ts';
import { type Context, findIntent, unexpectedState } from './payment-intents.ts';
import type { Transaction } from './store.ts';

export function newCharge(intent: PaymentIntent, method: PaymentMethod, failure?: StripeFailure): Charge {
  return {
    id: randomId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    created: nowSeconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: failure?.body.code ?? null,
    failure_message: failure?.body.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: failure
      ? {
          network_status: 'declined_by_network',
          reason: failure.body.decline_code ?? null,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : {
          network_status: 'approved_by_network',
          reason: null,
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  };
}

/** The bank said yes: holds the money (manual capture) or takes it. */
export function charge(tx: Transaction, intent: PaymentIntent, method: PaymentMethod): void {
  const authorised = newCharge(intent, method);
  intent.latest_charge = authorised.id;
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
  } else {
    Object.assign(authorised, { captured: true, amount_captured: intent.amount });
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  }
  tx.put('charges', authorised);
  tx.put('payment_intents', intent);
  tx.emit('charge.succeeded', authorised);
  tx.emit(authorised.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent);
}

/** The bank, or the payer at the bank's page, said no: the intent waits for another method. Gives the error to answer with. */
export function decline(
  tx: Transaction,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: StripeFailure,
): StripeFailure {
  const isCardError = failure.body.type === 'card_error';
  if (isCardError) {
    const failed = newCharge(intent, method, failure);
    intent.latest_charge = failed.id;
    tx.put('charges', failed);
    tx.emit('charge.failed', failed);
  }
  const payment_method = { id: method.id, object: 'payment_method', type: 'card', card: method.card };
  intent.last_payment_error = {
    ...failure.body,
    ...(isCardError && { charge: intent.latest_charge ?? '' }),
    payment_method,
  };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  tx.put('payment_intents', intent);
  tx.emit('payment_intent.payment_failed', intent);
  return new StripeFailure(402, {
    ...failure.body,
    ...(isCardError && { charge: intent.latest_charge ?? '' }),
    payment_intent: intent,
  });
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
  // What was held and is not captured goes back to the payer as a refund of the charge.
  Object.assign(held, { captured: true, amount_captured: amount, amount_refunded: held.amount - amount });
  tx.put('charges', held);
  tx.put('payment_intents', intent);
  tx.emit('charge.captured', held);
  tx.emit('payment_intent.succeeded', intent);
  return intent;
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

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
  const reason = oneOf(params, 'cancellation_reason', [...REASONS, 'abandoned']) ?? null;
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

export function createRefund(context: Context): Refund {
  const { tx, params } = context;
  allowOnly(params, ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason']);
  const paid = refundedCharge(context);
  const left = paid.amount - paid.amount_refunded;
  if (left === 0) throw refused(`Charge ${paid.id} has already been refunded.`, 'charge_already_refunded');
  const amount = positiveInteger(params, 'amount') ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw refused(message, 'amount_too_large', { param: 'amount' });
  }
  if (context.refuses('refund'))
    throw refused('You have insufficient funds in your Stripe account for this refund.', 'balance_insufficient');
  const refund: Refund = {
    id: randomId('re'),
    object: 'refund',
    amount,
    charge: paid.id,
    created: nowSeconds(),
    currency: paid.currency,
    metadata: metadata(params),
    payment_intent: paid.payment_intent,
    reason: oneOf(params, 'reason', REASONS) ?? null,
    status: 'succeeded',
  };
  paid.amount_refunded += amount;
  paid.refunded = paid.amount_refunded === paid.amount;
  tx.put('refunds', refund);
  tx.put('charges', paid);
  tx.emit('refund.created', refund);
  tx.emit('charge.refunded', paid);
  tx.emit('refund.updated', refund);
  return refund;
}

/** Days later the bank sends it back: the account that it went to is closed, say. The money is the merchant's again. */
export function failRefund({ tx }: Context, id: string, reason: string): Refund {
  const refund = tx.get('refunds', id);
  const paid = refund && tx.get('charges', refund.charge);
  if (!refund || !paid) throw missingResource('refund', id);
  if (refund.status === 'failed') return refund;
  Object.assign(refund, { status: 'failed', failure_reason: reason });
  paid.amount_refunded -= refund.amount;
  paid.refunded = false;
  tx.put('refunds', refund);
  tx.put('charges', paid);
  tx.emit('refund.failed', refund);
  tx.emit('charge.refund.updated', refund);
  tx.emit('refund.updated', refund);
  return refund;
}

function refundedCharge(context: Context): Charge {
  const { tx, params } = context;
  const intentId = text(params, 'payment_intent');
  const chargeId = text(params, 'charge') ?? (intentId ? findIntent(context, intentId).latest_charge : undefined);
  if (chargeId === undefined) {
    throw invalidParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  const found = chargeId === null ? undefined : tx.get('charges', chargeId);
  if (!found && intentId === undefined) throw missingResource('charge', chargeId ?? '', 'charge');
  if (found?.status === 'succeeded' && found.captured) return found;
  if (found?.refunded) throw refused(`Charge ${found.id} has already been refunded.`, 'charge_already_refunded');
  const message = `This PaymentIntent (${intentId ?? found?.payment_intent}) does not have a successful charge to refund.`;
  throw refused(message, 'payment_intent_unexpected_state');
}
