import { createHmac } from 'node:crypto';
import type { KnobBoard } from './knobs.ts';
import { nowSeconds, type StripeEvent } from './objects.ts';
import type { Delivery, Store } from './store.ts';

export interface WebhookOptions {
  url: string | undefined;
  secret: string;
  /** The pause before the second attempt; doubles with each further one. */
  retryBaseMs: number;
}

const MAX_ATTEMPTS = 16;
const MAX_RETRY_MS = 60 * 60 * 1000;
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 16;
const SHUFFLE_MS = 500;

/** Returns `t=…,v1=…` over "<t>.<body>", which `stripe.webhooks.constructEventAsync` checks. */
function signatureHeader(body: string, secret: string, timestamp = nowSeconds()): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Sends events to the endpoint until it responds with 2xx. */
export class Webhooks {
  private readonly store: Store;
  private readonly knobs: KnobBoard;
  private readonly options: WebhookOptions;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly waiting: (() => void)[] = [];
  private readonly aborter = new AbortController();
  private running = 0;

  constructor(store: Store, knobs: KnobBoard, options: WebhookOptions) {
    this.store = store;
    this.knobs = knobs;
    this.options = options;
  }

  /** Sends undelivered events after a restart. */
  resume(): void {
    for (const delivery of this.store.tables.deliveries.values()) {
      if (delivery.state === 'pending') this.later(this.retryDelay(delivery.attempts), () => this.attempt(delivery.id));
    }
  }

  schedule(events: readonly StripeEvent[]): void {
    for (const { id } of events) {
      if (this.knobs.roll('drop')) {
        this.record(id, { state: 'dropped' });
        continue;
      }
      const copies = this.knobs.roll('duplicate') ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const held = this.knobs.roll('shuffle') ? this.knobs.between(SHUFFLE_MS) : 0;
        this.later(this.knobs.current.delayMs + held, () => this.attempt(id));
      }
    }
  }

  /** Sends undelivered events now, or all, or those named. Resolves after one attempt each. */
  async redeliver(which: { all?: boolean; ids?: readonly string[] }): Promise<{ sent: number; failed: number }> {
    const wanted = [...this.store.tables.deliveries.values()].filter(({ id, state }) =>
      which.ids ? which.ids.includes(id) : which.all || state !== 'delivered',
    );
    const outcomes = await Promise.all(wanted.map(({ id }) => this.attempt(id, false)));
    return { sent: outcomes.length, failed: outcomes.filter((arrived) => !arrived).length };
  }

  stop(): void {
    this.aborter.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private later(ms: number, run: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void run();
    }, ms);
    this.timers.add(timer);
  }

  private async attempt(id: string, retry = true): Promise<boolean> {
    const event = this.store.tables.events.get(id);
    if (!event || this.options.url === undefined || this.aborter.signal.aborted) return false;
    const status = await this.limited(() => this.post(event, this.options.url ?? ''));
    if (this.aborter.signal.aborted) return false;
    const arrived = status !== null && status >= 200 && status < 300;
    const before = this.store.tables.deliveries.get(id);
    const attempts = (before?.attempts ?? 0) + 1;
    const state =
      arrived || before?.state === 'delivered' ? 'delivered' : attempts < MAX_ATTEMPTS ? 'pending' : 'failed';
    this.record(id, { state, attempts, last_status: status });
    if (state === 'pending' && retry) this.later(this.retryDelay(attempts), () => this.attempt(id));
    return arrived;
  }

  private retryDelay(attempts: number): number {
    return attempts === 0 ? 0 : Math.min(MAX_RETRY_MS, this.options.retryBaseMs * 2 ** (attempts - 1));
  }

  private async post(event: StripeEvent, url: string): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureHeader(body, this.options.secret),
    };
    const signal = AbortSignal.any([this.aborter.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    try {
      const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null; // unreachable, or no response in time
    }
  }

  private async limited<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await run();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private record(id: string, change: Partial<Delivery>): void {
    const before = this.store.tables.deliveries.get(id) ?? { id, state: 'pending', attempts: 0, last_status: null };
    const event = this.store.tables.events.get(id);
    this.store.commit([['deliveries', { ...before, ...change }]]);
    if (event && change.state === 'delivered') event.pending_webhooks = 0;
  }
}
