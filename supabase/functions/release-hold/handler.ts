import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { holdBody, paymentOfHold } from '../_shared/schemas.ts';
import { runOps } from '../_shared/stripe.ts';

/**
 * POST { hold_id } → { state: 'held' | 'consumed' | 'released' | 'void' }: the tourist gives the seats back. Where a PaymentIntent stands
 * behind them it is cancelled first, in this same call, so that nobody pays for seats that are gone; the seats follow. 'held': Stripe did
 * not answer, and the reconciler asks again within a minute. Of a hold that was exchanged for another the seats have gone already: here
 * its payment follows.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const user = await requireUser(request, deps);
    const { hold_id } = await readBody(request, holdBody);
    await deps.as(user.token)('release_hold', { p_hold_id: hold_id });
    const payment = async () =>
      paymentOfHold.parse(await deps.admin('payment_of_hold', { p_hold_id: hold_id, p_user_id: user.id }));
    const before = await payment();
    if (!before.payment_intent_id || (before.hold.state !== 'held' && before.hold.state !== 'released'))
      return { state: before.hold.state };
    await runOps(deps.stripe, deps.admin, { paymentIntentId: before.payment_intent_id, limit: 5 });
    return { state: (await payment()).hold.state };
  });
}
