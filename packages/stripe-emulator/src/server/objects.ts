import { randomInt } from 'node:crypto';

// The API's objects, with those of Stripe's fields that such a payment fills.

export type Metadata = Record<string, string>;
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface CardDetails {
  brand: string;
  country: string;
  exp_month: number;
  exp_year: number;
  funding: string;
  last4: string;
}

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: PaymentIntent;
}

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'automatic_async' | 'manual';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: (Omit<ErrorBody, 'payment_intent'> & { payment_method?: unknown }) | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: {
    type: 'use_stripe_sdk';
    use_stripe_sdk: Record<string, string>;
    emulator_challenge_url: string;
  } | null;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: null;
  shipping: null;
  statement_descriptor_suffix: string | null;
  status: IntentStatus;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  /** Its movement of the balance, once it is captured. */
  balance_transaction: string | null;
  captured: boolean;
  created: number;
  currency: string;
  description: string | null;
  /** True if it was ever captured. */
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  outcome: { network_status: string; reason: string | null; seller_message: string; type: string };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  /** capture_before is when the authorisation ends. */
  payment_method_details: { type: 'card'; card: CardDetails & { capture_before?: number } };
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded' | 'failed';
}

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string;
  charge: string;
  created: number;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
  /** The movement that returned the money of a failed refund. */
  failure_balance_transaction?: string;
  /** Why the bank returned it. */
  failure_reason?: string;
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_closed';

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  /** What was withdrawn, and reinstated if it was won. */
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
}

export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: null;
  exchange_rate: null;
  fee: number;
  fee_details: { amount: number; application: null; currency: string; type: 'stripe_fee' }[];
  net: number;
  reporting_category: string;
  /** The charge, refund, dispute or payout. */
  source: string;
  status: 'available';
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout';
}

export interface Payout {
  id: string;
  object: 'payout';
  amount: number;
  arrival_date: number;
  automatic: true;
  balance_transaction: string;
  created: number;
  currency: string;
  livemode: false;
  metadata: Metadata;
  method: 'standard';
  reconciliation_status: 'completed';
  status: 'paid';
  type: 'bank_account';
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: PaymentIntent | Charge | Refund | Dispute | Payout };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
] as const satisfies readonly (keyof PaymentIntent)[];

/**
 * Returns the fields that are visible with a publishable key and client secret, without metadata, charge and
 * customer.
 */
export function publicIntent(intent: PaymentIntent): Partial<PaymentIntent> {
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}
