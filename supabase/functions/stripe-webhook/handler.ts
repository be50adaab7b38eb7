import Stripe from 'stripe';
import { type Dependencies, inBackground } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, HttpError, readBytes } from '../_shared/http.ts';
import { syncPayment } from '../_shared/stripe.ts';

/**
 * Stripe's events. An event only names the PaymentIntent to look at; its payload is not trusted. 200 only after event
 * and effect are committed: Stripe delivers everything else again.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const event = await verified(request, deps);
    const id = paymentIntentOf(event);
    if (!id) return { received: true };
    const state = await syncPayment(deps.stripe, deps.admin, id, { id: event.id, type: event.type });
    if (state.state === 'booked') inBackground(processOutbox(deps, 5));
    return { received: true };
  });
}

const MAX_EVENT = 2 * 1024 * 1024;
const tooLarge = () => new HttpError(413, 'body_too_large', 'The request is too large');

async function verified(request: Request, deps: Dependencies): Promise<Stripe.Event> {
  // The body is read completely first, because a response before its end would be lost.
  const body = new TextDecoder().decode(await readBytes(request, MAX_EVENT, tooLarge));
  const signature = request.headers.get('stripe-signature');
  if (!signature || !deps.webhookSecret) throw new HttpError(400, 'invalid_signature', 'The signature is missing');
  try {
    const crypto = Stripe.createSubtleCryptoProvider();
    return await deps.stripe.webhooks.constructEventAsync(body, signature, deps.webhookSecret, undefined, crypto);
  } catch {
    throw new HttpError(400, 'invalid_signature', 'The signature is not valid');
  }
}

function paymentIntentOf(event: Stripe.Event): string | null {
  const object: unknown = event.data.object;
  if (!object || typeof object !== 'object') return null;
  const { object: type, id, payment_intent: intent } = object as Record<string, unknown>;
  if (type === 'payment_intent') return typeof id === 'string' ? id : null;
  return typeof intent === 'string' ? intent : null;
}
