import { z } from 'zod';
import { moveBalance } from './balance.ts';
import { type PaymentMethod, testMethod } from './cards.ts';
import { newCharge } from './charges.ts';
import type { Context } from './context.ts';
import type { Charge, PaymentIntent, Refund } from './objects.ts';

/** A settled past card payment, which is demo data that was inserted into the database directly. */
const payment = z
  .object({
    id: z.string().regex(/^pi_\w+$/),
    // The amounts are in minor units.
    amount: z.int().positive(),
    captured: z.int().positive(),
    refunded: z.int().min(0),
    currency: z.string().regex(/^[a-z]{3}$/),
    /** Seconds since 1970. */
    created: z.int().positive(),
    metadata: z.record(z.string(), z.string()),
  })
  .refine((p) => p.captured <= p.amount && p.refunded <= p.captured, 'refunded ≤ captured ≤ amount');
export type ImportedPayment = z.infer<typeof payment>;

/** The body of `POST /_emulator/import`. */
export const importBody = z.object({ payments: z.array(payment) });

/**
 * Adds payments as if they were made here, without events because they are settled. Existing ones don't change, so
 * that an import can be repeated. Returns how many were new.
 */
export function importPayments({ tx }: Context, payments: readonly ImportedPayment[]): { imported: number } {
  const fresh = payments.filter(({ id }) => !tx.get('payment_intents', id));
  for (const payment of fresh) {
    const method = testMethod('4242424242424242', 12, new Date().getFullYear() + 2, () => renamed(payment.id, 'pm'));
    const intent = intentOf(payment, method.id);
    const { currency, created } = payment;
    const paid = chargeOf(payment, intent, method);
    const amount = paid.amount_captured;
    paid.balance_transaction = moveBalance(tx, { type: 'charge', amount, currency, source: paid.id, created }).id;
    tx.put('payment_methods', method);
    tx.put('payment_intents', intent);
    tx.put('charges', paid);
    if (payment.refunded === 0) continue;
    const source = renamed(payment.id, 're');
    const back = moveBalance(tx, { type: 'refund', amount: -payment.refunded, currency, source, created });
    tx.put('refunds', { ...refundOf(payment, paid.id), id: source, balance_transaction: back.id });
  }
  return { imported: fresh.length };
}

/** The ids are derived from each other, unlike at Stripe. Nothing depends on their form. */
const renamed = (id: string, prefix: string) => id.replace(/^pi/, prefix);

function intentOf(
  { id, amount, captured, currency, created, metadata }: ImportedPayment,
  method: string,
): PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: captured,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'manual',
    client_secret: `${id}_secret_${id.slice(-8)}`,
    confirmation_method: 'automatic',
    created,
    currency,
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: renamed(id, 'ch'),
    livemode: false,
    metadata,
    next_action: null,
    payment_method: method,
    payment_method_types: ['card'],
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
  };
}

function chargeOf(
  { id, captured, refunded, created }: ImportedPayment,
  intent: PaymentIntent,
  method: PaymentMethod,
): Charge {
  return {
    ...newCharge(intent, method),
    id: renamed(id, 'ch'),
    created,
    captured: true,
    amount_captured: captured,
    amount_refunded: refunded,
    refunded: refunded === captured,
  };
}

function refundOf(
  { id, refunded, currency, created }: ImportedPayment,
  charge: string,
): Omit<Refund, 'id' | 'balance_transaction'> {
  return {
    object: 'refund',
    amount: refunded,
    charge,
    created,
    currency,
    metadata: { operation: 'refund:1' },
    payment_intent: id,
    reason: 'requested_by_customer',
    status: 'succeeded',
  };
}
