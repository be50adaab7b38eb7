import { expect, test } from 'vitest';
import { pending } from '../../support/background-work.ts';
import { withoutTriggers } from '../../support/without-triggers.ts';
import { payFor } from '../booking/support/checkout.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../booking/support/for-each-test.ts';

/**
 * The check reads several tables in several statements while people book. Only its snapshot decides whether it can see
 * half of a transaction.
 */
checkoutForEachTest();

/** Moves money between the check's first and second read. Returns the rules reported as broken. */
async function checkedInBetween(): Promise<string[]> {
  const { sql } = fixture.db;
  // The confirmation also reads the ledger, and would wait for the check's lock.
  await pending.settled();
  // The payment is old, so only the refund brings it into the checked hour.
  await withoutTriggers(sql, (tx) => tx`update private.payments set updated_at = now() - interval '2 hours'`);
  let found: Promise<string[]> | undefined;
  await sql.begin(async (other) => {
    // The check has read the payments and waits for the ledger.
    await other`lock table private.ledger in access exclusive mode`;
    found = (async () =>
      (await sql`select rule from service.check_invariants(now() - interval '1 hour')`).map(({ rule }) => rule))();
    await expect
      .poll(
        // Only reads this database, because other tests use copies of the same template, with the same ids.
        async () =>
          (
            await sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.relation = 'private.ledger'::regclass and not l.granted`
          ).length,
      )
      .toBe(1);
    await other`select private.record_refund(private.booking(p.booking_id), 1000, 1, p.line_id) from private.charges p`;
  });
  return (await found) ?? [];
}

test('the check sees a transaction that ends during it in full or not at all', async () => {
  await payFor(fixture, checkout, user);
  expect(await checkedInBetween()).toEqual([]);
});

// Negative control: functions that are not stable take a snapshot for each statement, and the check reports a sound
// row.
test('control: a check of several snapshots reports one row that is sound afterwards', async () => {
  await payFor(fixture, checkout, user);
  for (const name of ['service.check_invariants', 'private.check_ledger']) {
    await fixture.db.sql.unsafe(`alter function ${name}(timestamptz) volatile`);
  }
  expect(await checkedInBetween()).toEqual(['ledger = captured - refunded - disputed']);
  expect(await fixture.db.sql`select * from service.check_invariants()`).toEqual([]);
});

test('every function of the check is stable', async () => {
  const rows = await fixture.db.sql`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('private', 'service') and p.proname in ('check_invariants', 'check_ledger', 'check_departure_seats', 'check_payments', 'check_seats',
       'check_money', 'check_bookings', 'check_earnings', 'check_outbox', 'check_passports', 'check_guards', 'recent_broken_rows') and p.provolatile = 'v'`;
  expect(rows).toEqual([]);
});
