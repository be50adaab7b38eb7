import { moveBalance } from './balance.ts';
import { type Context, findIntent } from './context.ts';
import { invalidParameter, missingResource, refused } from './failure.ts';
import { allowOnly, metadata, oneOf, positiveInteger, text } from './form.ts';
import { type Charge, nowSeconds, REFUND_REASONS, type Refund, randomId } from './objects.ts';

export function createRefund(context: Context): Refund {
  const { tx, params } = context;
  allowOnly(params, ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason']);
  const paid = refundedCharge(context);
  const disputes = tx.all('disputes').filter(({ charge }) => charge === paid.id);
  if (disputes.some(({ is_charge_refundable }) => !is_charge_refundable))
    throw refused(`Charge ${paid.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  const left = paid.amount_captured - paid.amount_refunded;
  if (left === 0) throw refused(`Charge ${paid.id} has already been refunded.`, 'charge_already_refunded');
  const amount = positiveInteger(params, 'amount') ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw refused(message, 'amount_too_large', { param: 'amount' });
  }
  if (context.refuses('refund'))
    throw refused('You have insufficient funds in your Stripe account for this refund.', 'balance_insufficient');
  const { currency } = paid;
  const id = randomId('re');
  const refund: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: moveBalance(tx, { type: 'refund', amount: -amount, currency, source: id }).id,
    charge: paid.id,
    created: nowSeconds(),
    currency,
    metadata: metadata(params),
    payment_intent: paid.payment_intent,
    reason: oneOf(params, 'reason', REFUND_REASONS) ?? null,
    status: 'succeeded',
  };
  paid.amount_refunded += amount;
  paid.refunded = paid.amount_refunded === paid.amount_captured;
  tx.put('refunds', refund);
  tx.put('charges', paid);
  tx.emit('refund.created', refund);
  tx.emit('charge.refunded', paid);
  tx.emit('refund.updated', refund);
  return refund;
}

/**
 * Makes the bank return a refund days later, for example because the account is closed. The merchant then has the
 * money again.
 */
export function failRefund({ tx }: Context, id: string, reason: string): Refund {
  const refund = tx.get('refunds', id);
  const paid = refund && tx.get('charges', refund.charge);
  if (!refund || !paid) throw missingResource('refund', id);
  if (refund.status === 'failed') return refund;
  const { amount, currency } = refund;
  const { id: failure_balance_transaction } = moveBalance(tx, { type: 'refund_failure', amount, currency, source: id });
  Object.assign(refund, { status: 'failed', failure_reason: reason, failure_balance_transaction });
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
