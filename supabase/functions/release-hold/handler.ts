import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { paymentOfHold, releaseBody } from '../_shared/schemas.ts';
import { runOps } from '../_shared/stripe.ts';

/**
 * POST { hold_id } → { state: 'held' | 'consumed' | 'released' | 'void' }: releases the guest's seats. A PaymentIntent
 * is cancelled first in the same call, so that nobody pays for released seats. 'held': Stripe did not answer, and the
 * reconciler retries within a minute. For a replaced hold only its payment is left. POST { sale_id }: a seller cancels
 * a dock sale that waits for the guest's card.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const user = await requireUser(request, deps);
    const body = await readBody(request, releaseBody);
    const letGo = deps.as(user.token);
    if ('sale_id' in body) await letGo('undo_dock_sale', { p_sale_id: body.sale_id });
    else await letGo('release_hold', { p_hold_id: body.hold_id });
    const payment = async () =>
      paymentOfHold.parse(
        'sale_id' in body
          ? await deps.admin('payment_of_dock_sale', { p_sale_id: body.sale_id })
          : await deps.admin('payment_of_hold', { p_hold_id: body.hold_id, p_user_id: user.id }),
      );
    const before = await payment();
    if (!before.payment_intent_id || (before.hold.state !== 'held' && before.hold.state !== 'released'))
      return { state: before.hold.state };
    await runOps(deps.stripe, deps.admin, { paymentIntentId: before.payment_intent_id, limit: 5 });
    return { state: (await payment()).hold.state };
  });
}
