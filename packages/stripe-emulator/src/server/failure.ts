import type { ErrorBody } from './objects.ts';

/** An API error in Stripe's format. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** True if it was refused before anything happened, so that it isn't stored under an idempotency key. */
  readonly beforeExecution: boolean;

  constructor(status: number, body: ErrorBody, beforeExecution = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.beforeExecution = beforeExecution;
  }
}

/** Returns the failure of a request that is invalid in any state. */
export function invalidParameter(message: string, code: string | undefined, param?: string): StripeFailure {
  const body: ErrorBody = { type: 'invalid_request_error', message };
  return new StripeFailure(400, { ...body, ...(code && { code }), ...(param && { param }) }, true);
}

/** Returns the failure of a valid request that isn't possible in the current state. */
export function refused(message: string, code: string, extra: Partial<ErrorBody> = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', code, message, ...extra });
}

export function missingResource(kind: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${kind}: '${id}'`;
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param }, true);
}

export function cardError(code: string, message: string, extra: Partial<ErrorBody> = {}): StripeFailure {
  const doc_url = `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
  return new StripeFailure(402, { type: 'card_error', code, message, doc_url, ...extra });
}
