import { randomUUID } from 'node:crypto';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../../supabase/functions/reconcile/handler.ts';
import { pending } from '../../support/background-work.ts';
import { confirm, payFor, post } from '../booking/support/checkout.ts';
import type { BookingContext } from '../booking/support/context.ts';
import type { HoldJson } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { call, type Json } from '../departures/support.ts';

export interface More {
  num_people: number;
  unit_amount: number;
  most: number;
  at_once: boolean;
  refusal: { code: string } | null;
  hold: HoldJson | null;
}
export interface Added {
  people: number | null;
  hold: HoldJson;
}

/** What the tests of more people do to the booking of a context's tourist. */
export function morePeopleIn(context: BookingContext) {
  const sql = () => context.fixture.db.sql;
  const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);
  const stripe = () => workAtStripe(context.fixture.db, context.checkout);

  const moreOf = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'more_people', {
      p_kind: 'experience',
      p_booking_id: booking,
      ...more,
    }) as unknown as Promise<More>;

  /** One more comes, for 175.50, where nothing else is said. */
  const add = (booking: string, more: Json = {}, who = context.user) =>
    call(context.fixture, who, 'add_people', {
      p_kind: 'experience',
      p_booking_id: booking,
      p_people: 1,
      p_key: randomUUID(),
      p_amount: 175.5,
      ...more,
    }) as unknown as Promise<Added>;

  /** The PaymentIntent of seats that are kept for more people. */
  async function begin(booking: string, more: Json = {}) {
    const { hold } = await add(booking, more);
    const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    const body = (await answer.json()) as { payment_intent_id: string; code?: string };
    return { hold, intent: body.payment_intent_id, user: context.user, body };
  }

  /** More people, paid by card. */
  async function addPaid(booking: string, more: Json = {}) {
    const begun = await begin(booking, more);
    context.checkout.stripe.authorise(begun.intent);
    const confirmed = await confirm(context.checkout, begun);
    await pending.settled();
    return { ...begun, confirmed };
  }

  /** People, seats and price of the only booking, and the seats of its departure. */
  async function state() {
    const [row] = await sql()`select b.num_people as people, b.seats, b.total_price::float as price, d.sold, d.held
      from private.booking_facts b join public.departures d on d.id = b.departure_id`;
    return row;
  }
  const expire = () => sql()`update private.holds set expires_at = now() - interval '3 minutes' where state = 'held'`;
  const runReconciler = async () => {
    const headers = { 'x-reconcile-secret': 'reconcile-test' };
    await reconcile(post({}, undefined, headers), context.checkout.deps);
  };
  const refundedOf = (intent: string) => context.checkout.stripe.refundedOf(intent);

  return { sql, paid, stripe, moreOf, add, begin, addPaid, state, expire, runReconciler, refundedOf };
}
