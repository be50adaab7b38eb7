import { runOps } from '../../../../supabase/functions/_shared/stripe.ts';
import type { TestDatabase } from '../../../support/database.ts';
import type { Checkout } from './checkout.ts';
import { signedIn } from './fixture.ts';
import { rpcFor } from './rpc.ts';

/** Refunds a part as staff, or all (null), with the page showing the current rest. */
export async function refundBooking(
  db: TestDatabase,
  who: string,
  booking: string,
  amount: number | null,
): Promise<void> {
  const [row] = await db.sql`
    select private.from_minor(private.refundable_of(p), p.currency) as left from private.payment_of(${booking}) p`;
  await rpcFor(db, signedIn(who))('refund_booking', {
    p_booking_id: booking,
    p_amount: amount ?? row?.left,
    p_left: row?.left,
  });
}

/** Processes everything queued at Stripe, and makes waiting operations due. */
export async function workAtStripe(db: TestDatabase, { deps }: Checkout): Promise<void> {
  await db.sql`update private.stripe_ops set next_attempt_at = now() where state = 'queued'`;
  await runOps(deps.stripe, deps.admin, { limit: 50 });
}

export const refundOperations = (db: TestDatabase) =>
  db.sql`select op, state, amount_minor::int as minor from private.stripe_ops where op like 'refund:%' order by op`;
