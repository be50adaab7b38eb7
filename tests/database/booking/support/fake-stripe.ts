import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { StripeClient } from '../../../../supabase/functions/_shared/stripe.ts';

interface Intent {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  client_secret: string;
  last_payment_error: null;
  latest_charge: { amount_refunded: number; disputed?: boolean } | null;
}

interface Params {
  amount?: number;
  currency?: string;
  metadata?: Record<string, string>;
  payment_intent?: string;
}

interface Refund {
  id: string;
  intent: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
  failure_reason?: string;
}

interface Dispute {
  id: string;
  intent: string;
  amount: number;
  status: string;
  reason: string;
  evidence_details: { due_by: number };
}

/**
 * A Stripe in memory with the SDK's interface: the states of a PaymentIntent with manual capture, refunds and
 * idempotency keys. Used by tests that need thousands of calls or controlled failures. The emulator has its own
 * tests with the real SDK.
 */
export class FakeStripe {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  /** Returned refunds, the latest first, as Stripe lists them. */
  readonly events: { id: string; type: string; created: number; data: { object: { payment_intent: string } } }[] = [];
  /** Calls by method, without idempotent repeats. */
  readonly done = new Map<string, number>();
  /** Makes this many of the next writing calls fail, before or after they took effect. */
  failures: ('before' | 'after' | 'refuse')[] = [];
  #answers = new Map<string, unknown>();

  get client(): StripeClient {
    return {
      paymentIntents: {
        create: (params: Params, options?: { idempotencyKey?: string }) =>
          this.#once('create', options, () => this.#create(params)),
        retrieve: async (id: string) => structuredClone(this.#get(id)),
        capture: (id: string, params: { amount_to_capture?: number }, options?: { idempotencyKey?: string }) =>
          this.#once('capture', options, () => this.#capture(id, params.amount_to_capture)),
        cancel: (id: string, _: object, options?: { idempotencyKey?: string }) =>
          this.#once('cancel', options, () => this.#cancel(id)),
      },
      refunds: {
        create: (params: Params, options?: { idempotencyKey?: string }) =>
          this.#once('refund', options, () => this.#refund(params)),
        retrieve: async (id: string) => this.refunds.find((refund) => refund.id === id),
        list: async (params: Params) => ({
          data: structuredClone(this.refunds.filter(({ intent }) => intent === params.payment_intent)),
        }),
      },
      disputes: {
        list: async (params: Params) => ({
          data: structuredClone(this.disputes.filter(({ intent }) => intent === params.payment_intent)),
        }),
      },
      events: {
        list: ({ created }: { created: { gte: number; lt?: number } }) =>
          paged(
            this.events.filter((event) => event.created >= created.gte && event.created < (created.lt ?? Infinity)),
          ),
        retrieve: async (id: string) => {
          const event = this.events.find((one) => one.id === id);
          if (!event) throw refused('resource_missing');
          return event;
        },
      },
    } as unknown as StripeClient;
  }

  /** Authorises the tourist's card. Returns false if the PaymentIntent no longer accepts a card. */
  authorise(id: string): boolean {
    const intent = this.#get(id);
    if (!intent.status.startsWith('requires_') || intent.status === 'requires_capture') return false;
    intent.status = 'requires_capture';
    return true;
  }

  /** Lets a day pass, which forgets old idempotency keys. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  get(id: string): Intent {
    return this.#get(id);
  }

  /** Makes a refund in Stripe's own dashboard. */
  refundExternally(id: string, amount: number, metadata: Record<string, string> = {}): string {
    return this.#refund({ payment_intent: id, amount, metadata }).id;
  }

  /** Disputes the payment as the guest's bank. */
  dispute(id: string, amount: number, status = 'needs_response'): Dispute {
    const charge = this.#get(id).latest_charge;
    if (!charge) throw refused('resource_missing');
    charge.disputed = true;
    const evidence_details = { due_by: Math.floor(Date.now() / 1000) + 7 * 24 * 60 * 60 };
    const made = { id: `du_${randomUUID()}`, intent: id, amount, status, reason: 'fraudulent', evidence_details };
    this.disputes.push(made);
    return made;
  }

  /** Returns a refund as the bank. `counted`: the charge still counts it. */
  failRefund(id: string, { counted = false } = {}): string {
    const refund = this.refunds.find((made) => made.id === id);
    if (!refund) throw refused('resource_missing');
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const charge = this.#get(refund.intent).latest_charge;
    if (charge && !counted) charge.amount_refunded -= refund.amount;
    const event = {
      id: `evt_${randomUUID()}`,
      type: 'refund.failed',
      created: Math.floor(Date.now() / 1000),
      data: { object: { payment_intent: refund.intent } },
    };
    this.events.unshift(event);
    return event.id;
  }

  refundedOf(id: string): number {
    return this.refunds
      .filter((refund) => refund.intent === id && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
  }

  async #once<T>(method: string, options: { idempotencyKey?: string } | undefined, run: () => T): Promise<T> {
    const key = options?.idempotencyKey ?? randomUUID();
    if (this.#answers.has(key)) return structuredClone(this.#answers.get(key)) as T;
    const failure = this.failures.shift();
    if (failure === 'before')
      throw new Stripe.errors.StripeConnectionError({ message: 'no answer', type: 'api_error' });
    if (failure === 'refuse') throw refused('balance_insufficient');
    const answer = run();
    this.#answers.set(key, structuredClone(answer));
    this.done.set(method, (this.done.get(method) ?? 0) + 1);
    if (failure === 'after')
      throw new Stripe.errors.StripeConnectionError({ message: 'answer lost', type: 'api_error' });
    return structuredClone(answer);
  }

  #get(id: string): Intent {
    const intent = this.intents.get(id);
    if (!intent) throw refused('resource_missing');
    return intent;
  }

  #create(params: Params): Intent {
    const id = `pi_${randomUUID().replaceAll('-', '')}`;
    const intent: Intent = {
      id,
      status: 'requires_payment_method',
      amount: params.amount ?? 0,
      amount_received: 0,
      currency: params.currency ?? 'gtq',
      metadata: params.metadata ?? {},
      client_secret: `${id}_secret`,
      last_payment_error: null,
      latest_charge: null,
    };
    this.intents.set(id, intent);
    return intent;
  }

  #capture(id: string, amount?: number): Intent {
    const intent = this.#get(id);
    if (intent.status !== 'requires_capture') throw refused('payment_intent_unexpected_state');
    intent.status = 'succeeded';
    intent.amount_received = amount ?? intent.amount;
    intent.latest_charge = { amount_refunded: 0 };
    return intent;
  }

  #cancel(id: string): Intent {
    const intent = this.#get(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw refused('payment_intent_unexpected_state');
    intent.status = 'canceled';
    return intent;
  }

  #refund(params: Params): { id: string; status: string } {
    const intent = this.#get(params.payment_intent ?? '');
    const amount = params.amount ?? 0;
    if (
      this.disputes.some((one) => one.intent === intent.id && !['won', 'warning_needs_response'].includes(one.status))
    )
      throw refused('charge_disputed');
    const left = intent.amount_received - (intent.latest_charge?.amount_refunded ?? 0);
    if (!intent.latest_charge || left <= 0) throw refused('charge_already_refunded');
    if (amount > left) throw refused('amount_too_large');
    intent.latest_charge.amount_refunded += amount;
    const refund = {
      id: `re_${randomUUID()}`,
      intent: intent.id,
      amount,
      status: 'succeeded',
      metadata: params.metadata ?? {},
    };
    this.refunds.push(refund);
    return refund;
  }
}

/** Returns a list as the SDK does: its first page, or all entries one by one. */
const paged = <T>(data: T[]) =>
  Object.assign(Promise.resolve({ data }), {
    async *[Symbol.asyncIterator]() {
      yield* data;
    },
  });

function refused(code: string): Error {
  return new Stripe.errors.StripeInvalidRequestError({ message: code, code, type: 'invalid_request_error' });
}
