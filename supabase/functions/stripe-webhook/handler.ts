import Stripe from 'stripe';
import { type Dependencies, inBackground } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, HttpError, readBytes } from '../_shared/http.ts';
import { applyEvent, readEvent } from '../_shared/stripe.ts';

/**
 * Receives Stripe's events. An event only names the PaymentIntent or payout to fetch; its payload isn't trusted. Once
 * event and effect are committed together, Stripe gets 200; it delivers everything else again. It also gets 200 for an
 * event that isn't recorded because there is nothing to do: with neither, or with a PaymentIntent that Stripe doesn't
 * know.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const event = readEvent(await verified(request, deps));
    const state = await applyEvent(deps.stripe, deps.admin, event);
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
