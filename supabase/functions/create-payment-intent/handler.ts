import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, HttpError, readBody } from '../_shared/http.ts';
import { type BegunPayment, begunPayment, payBody, paymentState } from '../_shared/schemas.ts';
import { orUnavailable, runOps } from '../_shared/stripe.ts';

/**
 * POST { hold_id } or, without a session, { link } for a dock sale or { hold_id, offer } for an offer's extra price → {
 * client_secret, payment_intent_id, amount_minor, currency }. The amount is the hold's. A repeated call (reload, double
 * click) returns the same PaymentIntent.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const begun = await begin(request, deps);
    const intent = await orUnavailable(
      begun.payment_intent_id
        ? deps.stripe.paymentIntents.retrieve(begun.payment_intent_id)
        : createIntent(deps, begun),
    );
    if (intent.status === 'canceled') throw expired();
    return {
      client_secret: intent.client_secret,
      payment_intent_id: intent.id,
      amount_minor: begun.amount_minor,
      currency: begun.currency,
    };
  });
}

async function begin(request: Request, deps: Dependencies): Promise<BegunPayment> {
  const body = await readBody(request, payBody);
  if ('link' in body) return begunPayment.parse(await deps.admin('begin_dock_payment', { p_token: body.link }));
  const user = 'offer' in body ? null : await requireUser(request, deps);
  const ask = async () =>
    begunPayment.parse(
      'offer' in body
        ? await deps.admin('begin_offer_payment', { p_token: body.offer, p_hold_id: body.hold_id })
        : await deps.admin('begin_payment', { p_hold_id: body.hold_id, p_user_id: user?.id }),
    );
  const begun = await ask();
  if (!begun.charge_first) return begun;
  // For a change of a booking whose own card waits, that card is charged first, and then the database decides.
  await runOps(deps.stripe, deps.admin, { paymentIntentId: begun.charge_first, limit: 5 });
  return ask();
}

async function createIntent(deps: Dependencies, begun: BegunPayment) {
  const intent = await deps.stripe.paymentIntents.create(
    {
      amount: begun.amount_minor,
      currency: begun.currency,
      capture_method: 'manual',
      // Accepts cards and wallets without a redirect, which can be captured later.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      // The reconciler finds the hold by this if our record of the PaymentIntent was lost.
      metadata: { hold_id: begun.hold_id, kind: begun.kind, territory_id: begun.territory_id },
    },
    { idempotencyKey: begun.idempotency_key },
  );
  const attached = paymentState.parse(
    await deps.admin('attach_payment_intent', {
      p_hold_id: begun.hold_id,
      p_payment_intent_id: intent.id,
      p_status: intent.status,
    }),
  );
  if (attached.state === 'void') {
    await runOps(deps.stripe, deps.admin, { paymentIntentId: intent.id, limit: 5 });
    throw expired();
  }
  return intent;
}

function expired(): HttpError {
  return new HttpError(
    409,
    'hold_expired',
    "Your 15 minutes to book have run out. We haven't charged you. Please choose your time again.",
  );
}
