import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, readBody } from '../_shared/http.ts';
import { payBody, paymentOfHold } from '../_shared/schemas.ts';
import { orUnavailable, syncPayment } from '../_shared/stripe.ts';

/**
 * POST { hold_id } or, without a session, { link } or { hold_id, offer } → { state: 'booked' | 'processing' |
 * 'requires_payment' | 'void', booking_id?, kind? }. The browser calls it when Stripe reports success, and to poll. It
 * trusts Stripe, not the browser.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const payment = paymentOfHold.parse(await find(request, deps));
    const { hold } = payment;
    if (!payment.payment_intent_id) {
      const state = { held: 'requires_payment', consumed: 'booked', released: 'void', void: 'void' }[hold.state];
      return { state, kind: hold.kind, ...(hold.booking_id && { booking_id: hold.booking_id }) };
    }
    const state = await orUnavailable(syncPayment(deps.stripe, deps.admin, payment.payment_intent_id));
    if (state.state === 'booked') inBackground(processOutbox(deps, 5));
    return {
      state: state.state === 'unknown' ? 'requires_payment' : state.state,
      kind: hold.kind,
      ...(state.booking_id && { booking_id: state.booking_id }),
    };
  });
}

async function find(request: Request, deps: Dependencies) {
  const body = await readBody(request, payBody);
  if ('link' in body) return deps.admin('payment_of_dock_link', { p_token: body.link });
  if ('offer' in body) return deps.admin('payment_of_offer_hold', { p_token: body.offer, p_hold_id: body.hold_id });
  const user = await requireUser(request, deps);
  return deps.admin('payment_of_hold', { p_hold_id: body.hold_id, p_user_id: user.id });
}
