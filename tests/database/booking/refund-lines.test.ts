import { beforeEach, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';
import { createUsers, grantRole } from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking } from './support/refund.ts';

/** Tests the refunds of a payment that is for two bookings (docs/decisions/0075). */
checkoutForEachTest({ seats: 6 });
let staff: string;
let first: string;
let second: string;
beforeEach(async () => {
  const { sql } = fixture.db;
  [staff = ''] = await createUsers(sql, 1);
  await grantRole(sql, staff, 'territory_manager', 'rio');
  first = (await payFor(fixture, checkout, user)).booking; // Q175.50 each
  second = (await payFor(fixture, checkout, user)).booking;
  await sql`update private.payment_lines set payment_id = (select id from private.charges where booking_id = ${first})
    where booking_id = ${second}`;
});

interface Claimed {
  id: number;
  op: string;
  booking_id: string;
  line_id: string;
  idempotency_key: string;
}

const lines = () => fixture.db.sql`
  select l.booking_id as booking, l.refunded_minor::int as refunded, private.refundable_minor(c)::int as left
    from private.payment_lines l join private.charges c on c.line_id = l.id order by l.booking_id = ${second}`;

test('name their line and booking, and change only those', async () => {
  await refundBooking(fixture.db, staff, first, 50);
  await refundBooking(fixture.db, staff, second, 70);
  expect(await lines()).toEqual([
    { booking: first, refunded: 0, left: 12_550 },
    { booking: second, refunded: 0, left: 10_550 },
  ]);

  const claimed = (await checkout.deps.admin('claim_stripe_ops', {
    p_limit: 5,
    p_payment_intent_id: null,
  })) as Claimed[];
  const ops = claimed.toSorted((a, b) => a.op.localeCompare(b.op));
  expect(ops.map(({ op, booking_id }) => [op, booking_id])).toEqual([
    ['refund:1', first],
    ['refund:2', second],
  ]);
  expect(new Set(ops.map(({ line_id }) => line_id)).size).toBe(2);
  expect(new Set(ops.map(({ idempotency_key }) => idempotency_key)).size).toBe(2);

  for (const { id } of ops.toReversed())
    await checkout.deps.admin('finish_stripe_op', {
      p_id: id,
      p_outcome: 'done',
      p_error: null,
      p_stripe_id: `re_${id}`,
    });
  expect(await lines()).toEqual([
    { booking: first, refunded: 5000, left: 12_550 },
    { booking: second, refunded: 7000, left: 10_550 },
  ]);
});

test('that Stripe refuses are requested again for their own booking only', async () => {
  await refundBooking(fixture.db, staff, first, 50);
  const { sql } = fixture.db;
  await sql`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'`;
  await refundBooking(fixture.db, staff, second, 70);
  expect(
    await sql`select o.op, o.state, o.amount_minor::int as minor, l.booking_id as booking
                from private.stripe_ops o join private.payment_lines l on l.id = o.line_id order by o.op`,
  ).toEqual([
    { op: 'refund:1', state: 'failed', minor: 5000, booking: first },
    { op: 'refund:2', state: 'queued', minor: 7000, booking: second },
  ]);
});
