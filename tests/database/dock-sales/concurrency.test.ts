import { expect, test } from 'vitest';
import { ROUNDS } from '../../support/rounds.ts';
import { lookThenWrite, onWorkers } from '../booking/support/concurrency.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  departureOf,
  type Fixture,
  holdRequest,
} from '../booking/support/fixture.ts';
import { call, leavesIn, saleOf, sell } from './support.ts';

const SEATS = 10;

/**
 * Twenty phones ask for the last ten seats at the same time, every second one of them online. Returns how many
 * seats were sold.
 */
async function race(fixture: Fixture, atDock: (key: number) => Promise<unknown>): Promise<number> {
  const people = await createUsers(fixture.db.sql, 10);
  let given = 0;
  const work = people.flatMap((person, n) => [
    () => createHold(fixture, person, holdRequest(fixture)),
    () => atDock(n),
  ]);
  await onWorkers(20, work, async (ask) => {
    try {
      await ask();
      given++;
    } catch (error) {
      const { hint, code } = error as { hint?: string; code?: string };
      if ((hint ?? code) !== 'sold_out') throw error;
    }
  });
  return given;
}

async function createWorld() {
  const fixture = await createFixture({ seats: SEATS });
  await leavesIn(fixture, 90);
  return fixture;
}

test(`sells the last seats once, at the dock or online, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 0; run < ROUNDS; run++) {
    const fixture = await createWorld();
    const sellers = [fixture.guide, fixture.staff, fixture.manager];
    const given = await race(fixture, (n) =>
      sell(fixture, sellers[n % 3] ?? '', saleOf(fixture, { num_people: 1, amount: 175.5 })),
    );
    expect(given).toBe(SEATS);
    const { held, sold } = await departureOf(fixture);
    expect(held + sold).toBe(SEATS);
    expect(await brokenInvariants(fixture)).toEqual([]);
    await fixture.db.drop();
  }
});

// Negative control: looking first and selling then must sell the last seats twice, or the test proves nothing.
test('control: looking before selling oversells', async () => {
  const fixture = await createWorld();
  const { sql } = fixture.db;
  await sql`create table public.naive_sales (n int)`;
  await sql`insert into public.naive_sales select 1 from generate_series(1, 5)`;
  await lookThenWrite(
    20,
    () => sql`select 1 from public.naive_sales`,
    async (sales) => {
      if (sales.length < SEATS) await sql`insert into public.naive_sales values (1)`;
    },
  );
  const [row] = await sql`select count(*)::int as n from public.naive_sales`;
  expect(row?.n).toBeGreaterThan(SEATS);
  await fixture.db.drop();
});

test('makes one sale of simultaneous equal requests', async () => {
  const fixture = await createWorld();
  const sale = saleOf(fixture);
  const answers = await Promise.all(Array.from({ length: 12 }, () => sell(fixture, fixture.guide, sale)));
  expect(new Set(answers.map(({ booking_id }) => booking_id)).size).toBe(1);
  expect(await departureOf(fixture)).toMatchObject({ sold: 2 });
  expect(await fixture.db.sql`select 1 from public.cash_entries`).toHaveLength(1);
  await fixture.db.drop();
});

test('undoes a sale once for simultaneous requests', async () => {
  const fixture = await createWorld();
  const { sale_id } = await sell(fixture, fixture.guide);
  await Promise.all(
    Array.from({ length: 10 }, () => call(fixture, fixture.guide, 'undo_dock_sale', { p_sale_id: sale_id })),
  );
  expect(await departureOf(fixture)).toMatchObject({ sold: 0, held: 0 });
  const [sum] = await fixture.db.sql`select sum(amount)::float as sum, count(*)::int as n from public.cash_entries`;
  expect(sum).toEqual({ sum: 0, n: 2 });
  expect(await brokenInvariants(fixture)).toEqual([]);
  await fixture.db.drop();
});
