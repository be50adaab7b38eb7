import { moveBalance } from './balance.ts';
import type { PaymentMethod } from './cards.ts';
import { StripeFailure } from './failure.ts';
import { type Charge, nowSeconds, type PaymentIntent, randomId } from './objects.ts';
import type { Transaction } from './store.ts';

/** How long an authorisation lasts, in seconds. */
const KEPT = 7 * 24 * 60 * 60;

export function newCharge(intent: PaymentIntent, method: PaymentMethod, failure?: StripeFailure): Charge {
  return {
    id: randomId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
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
    payment_method_details: { type: 'card', card: { ...method.card } },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  };
}

/** Authorises the money (manual capture) or captures it, after the bank has approved. */
export function charge(tx: Transaction, intent: PaymentIntent, method: PaymentMethod): void {
  const authorised = newCharge(intent, method);
  intent.latest_charge = authorised.id;
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    authorised.payment_method_details.card.capture_before = authorised.created + KEPT;
  } else {
    capture(tx, authorised, intent.amount);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  }
  tx.put('charges', authorised);
  tx.put('payment_intents', intent);
  tx.emit('charge.succeeded', authorised);
  tx.emit(authorised.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent);
}

/** Moves this part of the charge to the balance. The rest of an authorisation is released, which isn't a refund. */
export function capture(tx: Transaction, charge: Charge, amount: number): void {
  Object.assign(charge, { captured: true, amount_captured: amount });
  const { id: source, currency } = charge;
  charge.balance_transaction = moveBalance(tx, { type: 'charge', amount, currency, source }).id;
}

/** Makes the intent wait for another method, after the bank or the payer refused. Returns the error. */
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
