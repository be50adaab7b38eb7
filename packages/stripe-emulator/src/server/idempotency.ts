import { createHash } from 'node:crypto';
import { StripeFailure } from './failure.ts';
import type { Params } from './form.ts';
import type { SavedAnswer, Store } from './store.ts';

export interface Answer {
  status: number;
  body: unknown;
}

const GOOD_FOR_SECONDS = 24 * 60 * 60;

/** Returns a request's fingerprint, which doesn't depend on the parameter order. */
function fingerprint(params: Params): string {
  const sorted = (value: string | Params | undefined): unknown =>
    typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((name) => [name, sorted(value[name])]),
        )
      : value;
  return createHash('sha256')
    .update(JSON.stringify(sorted(params)))
    .digest('hex');
}

/** Implements Stripe's rules of the Idempotency-Key header: https://docs.stripe.com/api/idempotent_requests. */
export class IdempotencyKeys {
  private readonly store: Store;
  private readonly inProgress = new Set<string>();

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Returns the earlier response for the key, if any. Refuses a key used for another request, or in use right now.
   */
  lookUp(key: string, endpoint: string, params: Params): Answer | undefined {
    if (key.length > 255) throw conflict(400, undefined, 'Idempotency keys have at most 255 characters.');
    if (this.inProgress.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}`;
      throw conflict(409, 'idempotency_key_in_use', message);
    }
    const saved = this.store.tables.answers.get(key);
    if (!saved || saved.created < Date.now() / 1000 - GOOD_FOR_SECONDS) return undefined;
    const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (saved.endpoint !== endpoint) {
      const used = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.endpoint}').`;
      throw conflict(400, undefined, `${used} ${advice}`);
    }
    if (saved.fingerprint !== fingerprint(params)) {
      const used = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      throw conflict(400, undefined, `${used} ${advice}`);
    }
    return { status: saved.status, body: saved.body };
  }

  async hold<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    this.inProgress.add(key);
    try {
      return await run();
    } finally {
      this.inProgress.delete(key);
    }
  }

  static answerOf(key: string, endpoint: string, params: Params, answer: Answer): SavedAnswer {
    return { id: key, endpoint, fingerprint: fingerprint(params), created: Math.floor(Date.now() / 1000), ...answer };
  }
}

function conflict(status: number, code: string | undefined, message: string): StripeFailure {
  return new StripeFailure(status, { type: 'idempotency_error', message, ...(code && { code }) }, true);
}
