import type { Dependencies } from '../../../../supabase/functions/_shared/dependencies.ts';
import { handle as createPaymentIntent } from '../../../../supabase/functions/create-payment-intent/handler.ts';
import { post, type Started } from './checkout.ts';
import { createHold, daysFromNow, type Fixture, holdRequest } from './fixture.ts';

export interface Together extends Started {
  secondHold: string;
  clientSecret: string;
}

/**
 * Holds two trips on different days, and starts one payment for both: Q351 for two people in a week, and Q175.50 for
 * one in three days. No page does this yet, so the second line is added to the first's payment (docs/decisions/0075).
 */
export async function startTogether(fixture: Fixture, deps: Dependencies, user: string): Promise<Together> {
  const hold = await createHold(fixture, user, holdRequest(fixture, { num_people: 2 }));
  const second = await createHold(fixture, user, holdRequest(fixture, { service_date: daysFromNow(3) }));
  await deps.admin('begin_payment', { p_hold_id: hold.hold_id, p_user_id: user });
  const { sql } = fixture.db;
  await sql`update private.holds h set order_id = f.order_id from private.holds f
             where h.id = ${second.hold_id} and f.id = ${hold.hold_id}`;
  await sql`
    insert into private.payment_lines (payment_id, hold_id, amount_minor)
    select l.payment_id, h.id, private.to_minor(h.total_price, h.currency_code)
      from private.payment_lines l, private.holds h where l.hold_id = ${hold.hold_id} and h.id = ${second.hold_id}`;
  const response = await createPaymentIntent(post({ hold_id: hold.hold_id }, user), deps);
  const body = (await response.json()) as { payment_intent_id: string; client_secret: string };
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return { user, hold, intent: body.payment_intent_id, secondHold: second.hold_id, clientSecret: body.client_secret };
}
