import Stripe from 'stripe';
import { afterEach, beforeEach, vi } from 'vitest';
import type { StripeOp } from '../../supabase/functions/_shared/schemas.ts';
import { runOps } from '../../supabase/functions/_shared/stripe.ts';

/** A Stripe and a database that answer as the test says, and record requests. */

const { StripeConnectionError, StripeInvalidRequestError } = Stripe.errors;
/** Returns the error of a Stripe that refuses or can't be reached. */
export const refused = (values: { code?: string; param?: string; message?: string }) =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No', ...values } as never);
export const away = () => new StripeConnectionError({ message: 'away' } as never);

export const intent = (values: Record<string, unknown> = {}) => ({
  id: 'pi_1',
  status: 'succeeded',
  amount: 500,
  amount_received: 500,
  currency: 'gtq',
  metadata: { hold_id: 'hold' },
  last_payment_error: null,
  latest_charge: { id: 'ch_1', amount_refunded: 0, disputed: false },
  ...values,
});

export const stripe = {
  paymentIntents: { retrieve: vi.fn(), capture: vi.fn(), cancel: vi.fn() },
  refunds: { list: vi.fn(), create: vi.fn(), retrieve: vi.fn() },
  disputes: { list: vi.fn() },
};
export const client = stripe as unknown as Stripe;
/** The calls of database functions, by name. */
export const told: Record<string, Record<string, unknown>[]> = {};
let ops: StripeOp[] = [];
export const database = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
  told[name] = [...(told[name] ?? []), args];
  if (name === 'claim_stripe_ops') return ops.splice(0);
  return name === 'apply_payment_intent' ? { state: 'booked', booking_id: 'b' } : null;
};
export const admin = vi.fn(database);
export const op = (values: Partial<StripeOp> = {}): StripeOp => ({
  id: 7,
  payment_intent_id: 'pi_1',
  op: 'refund:1',
  line_id: null,
  booking_id: null,
  amount_minor: 200,
  stripe_id: null,
  attempts: 1,
  idempotency_key: 'key',
  ...values,
});
/** Makes these operations due. */
export function queue(...list: StripeOp[]): void {
  ops = list;
}
export async function run(...list: StripeOp[]) {
  queue(...list);
  return runOps(client, admin, { limit: 5 });
}
export const finished = () => told.finish_stripe_op ?? [];
export const applied = () => told.apply_payment_intent ?? [];

/** The log lines. */
export let complaints: ReturnType<typeof vi.spyOn>;

/** Resets them for each test of the file. */
export function stripeForEachTest(): void {
  beforeEach(() => {
    vi.resetAllMocks();
    for (const name of Object.keys(told)) delete told[name];
    ops = [];
    admin.mockImplementation(database);
    stripe.paymentIntents.retrieve.mockResolvedValue(intent());
    stripe.refunds.list.mockResolvedValue({ data: [] });
    stripe.disputes.list.mockResolvedValue({ data: [] });
    complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());
}
