import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeId, seedLarge } from '../../supabase/seed/large.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedLarge(database.url, { bookings: 1_000, experiences: 1_000, users: 2_000 });
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.bookings set updated_at = now() - interval '1 day'`;
    await sql`update private.payments set updated_at = now() - interval '1 day'`;
  });
});
afterAll(() => database?.drop());

/** Returns the results of the minute's check and of the full check after a change, which is rolled back. */
async function foundAfter(change: (sql: typeof database.sql) => Promise<unknown>) {
  const undo = new Error('undo');
  let found: { swept: number; rules: string[] } | undefined;
  await database.sql
    .begin(async (transaction) => {
      const sql = transaction as unknown as typeof database.sql;
      await change(sql);
      const [row] = await sql<{ broken: number }[]>`select (service.recent_broken_rows() ->> 'total')::int as broken`;
      const rules = await sql<{ rule: string }[]>`select distinct rule from service.check_invariants() order by rule`;
      found = { swept: row?.broken ?? -1, rules: rules.map(({ rule }) => rule) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

const booking = largeId('booking', 40);
const departure = largeId('departure', 10);

describe("the minute's check of recent changes and the hourly full check", () => {
  it('find nothing in a sound database', async () => {
    expect(
      await foundAfter(async (sql) => sql`update public.bookings set country = 'GT' where id = ${booking}`),
    ).toEqual({
      swept: 0,
      rules: [],
    });
  });

  it('detect a seat that was sold without a booking in the last hour', async () => {
    const found = await foundAfter(async (sql) => {
      await sql`update public.departures set sold = sold + 1 where id = ${departure}`;
      await sql`update public.bookings set country = 'GT' where id = ${booking}`;
    });
    expect(found).toEqual({ swept: 1, rules: ['sold = seats of live bookings'] });
  });

  it('leave an unchanged one to the full check', async () => {
    const found = await foundAfter((sql) => sql`update public.departures set sold = sold + 1 where id = ${departure}`);
    expect(found).toEqual({ swept: 0, rules: ['sold = seats of live bookings'] });
  });

  it('detect a held seat that lost its hold', async () => {
    const found = await foundAfter(async (sql) => {
      await sql`update public.departures set held = held + 2 where id = ${departure}`;
      await sql`insert into private.holds (user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people,
          seats, unit_price, total_price, currency_code, form, state, expires_at)
        select tourist_id, gen_random_uuid(), '', 'experience', departure_id, territory_id, 'shared', 2, 2, 1, 2, 'GTQ', '{}', 'released', now()
        from public.bookings where id = ${booking}`;
    });
    expect(found).toEqual({ swept: 1, rules: ['held = seats of live holds'] });
  });

  it('detect money that the ledger has lost', async () => {
    const found = await foundAfter(async (sql) => {
      await sql`delete from private.ledger where booking_id = ${booking} and party = 'app'`;
      await sql`update private.payments set last_error = null where id in (select payment_id from private.payment_lines where booking_id = ${booking})`;
    });
    expect(found).toEqual({
      swept: 1,
      rules: ['ledger = captured - refunded - disputed', 'shares add up to the price'],
    });
  });
});
