import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../../supabase/functions/reconcile/handler.ts';
import { pending } from '../../support/background-work.ts';
import { confirm, payFor, post } from '../booking/support/checkout.ts';
import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import type { Json } from '../departures/support.ts';

/** Actions on a booking in tests of more expensive changes. */
export function additionsIn(context: BookingContext) {
  const sql = () => context.fixture.db.sql;
  const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);
  const stripe = () => workAtStripe(context.fixture.db, context.checkout);

  /** Returns the PaymentIntent of seats held for a change. */
  async function openPayment(hold: HoldJson) {
    const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    const body = (await answer.json()) as { payment_intent_id: string; code?: string };
    return { hold, intent: body.payment_intent_id, user: context.user, body };
  }

  /** Authorises the card, and reports it as the browser. */
  async function pay<T extends Awaited<ReturnType<typeof openPayment>>>(begun: T) {
    context.checkout.stripe.authorise(begun.intent);
    const confirmed = await confirm(context.checkout, begun);
    await pending.settled();
    return { ...begun, confirmed };
  }

  /** Returns Stripe's answer for a PaymentIntent of this amount. */
  const tell = (intent: string, status: 'requires_capture' | 'succeeded' | 'canceled', minor: number) =>
    context.checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: intent,
      p_status: status,
      p_amount: minor,
      p_amount_received: status === 'succeeded' ? minor : 0,
      p_currency: 'gtq',
    });

  /** The hold has released its seats, but the card can still be charged. */
  const letGo = (intent: string) => sql()`with h as (
      update private.holds set state = 'released' where state = 'held' and adds_to is not null returning departure_id, seats),
    d as (update public.departures set held = held - h.seats, exclusive = false,
      start_time = case when held + sold > h.seats then start_time end,
      end_time = case when held + sold > h.seats then end_time end from h where id = h.departure_id)
    update private.payments set status = 'requires_action' where payment_intent_id = ${intent}`;

  const opsOf = (intent: string) =>
    sql()`select op, state, amount_minor::int as minor from private.stripe_ops where payment_intent_id = ${intent}`;
  const expire = () => sql()`update private.holds set expires_at = now() - interval '3 minutes' where state = 'held'`;
  const runReconciler = async () => {
    const headers = { 'x-reconcile-secret': 'reconcile-test' };
    await reconcile(post({}, undefined, headers), context.checkout.deps);
  };
  const refundedOf = (intent: string) => context.checkout.stripe.refundedOf(intent);

  return { sql, paid, stripe, openPayment, pay, tell, letGo, opsOf, expire, runReconciler, refundedOf };
}
