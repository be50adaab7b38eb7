import type { TestDatabase } from '../../../support/database.ts';
import { signedIn } from './fixture.ts';
import { rpcFor } from './rpc.ts';

/** Staff give back a part, or all (null), and their page shows what is left at this moment. */
export async function refundBooking(
  db: TestDatabase,
  who: string,
  booking: string,
  amount: number | null,
): Promise<void> {
  const [row] = await db.sql`
    select private.from_minor(private.refundable_minor(p), p.currency) as left from private.payment_of(${booking}) p`;
  await rpcFor(db, signedIn(who))('refund_booking', {
    p_kind: 'experience',
    p_booking_id: booking,
    p_amount: amount,
    p_left: row?.left,
  });
}
