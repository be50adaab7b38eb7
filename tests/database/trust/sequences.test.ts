import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNight } from '../../support/rounds.ts';
import { brokenInvariants, grantRole } from '../booking/support/fixture.ts';
import { statusCall } from '../booking/support/status.ts';
import { ACTION_NAMES, type Step, take } from './actions.ts';
import { KINDS, type Kind, momentOf } from './model.ts';
import { ordinaryDay } from './ordinary-day.ts';
import { everyRead, leaks } from './reading.ts';
import { createWorld, type World } from './world.ts';

/**
 * For more runs, or the seed of a failure: `TRUST_RUNS=100 TRUST_SEED=1 npx vitest run --project db
 * tests/database/trust`.
 */
const numRuns = Number(process.env.TRUST_RUNS ?? byNight(1, 20));
const seed = Number(process.env.TRUST_SEED ?? 2026);

const number = fc.nat({ max: 10_000 });
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTION_NAMES),
  who: number,
  which: number,
  other: number,
  fitting: fc.boolean(),
});
const run = fc.record({
  // Starts with a territory that has sales, because without bookings there is little to protect.
  begin: fc.array(fc.record({ who: number, which: number, other: number, cash: fc.boolean() }), {
    minLength: 3,
    maxLength: 5,
  }),
  steps: fc.array(step, { minLength: 30, maxLength: 45, size: 'max' }),
  looks: fc.array(fc.record({ after: number, who: number }), { minLength: 3, maxLength: 3 }),
});

async function look(world: World, readers: string[], kinds = new Set<Kind>()): Promise<void> {
  const moment = await momentOf(world);
  for (const { kind } of moment.facts) kinds.add(kind);
  const held = await world.fixture.db.sql<{ key: string }[]>`
    select concat_ws('|', user_id, role, coalesce(territory_id, '')) as key from private.live_grants`;
  const keys = held.map(({ key }) => key).sort();
  expect(keys, `Roles now: ${keys.join(' ')}`).toEqual(world.roles.list());
  expect(await leaks(world, moment, readers, await everyRead(world.fixture.db.sql))).toEqual([]);
}

const booked: Step = { action: 'bookForCash', who: 0, which: 0, other: 0, fitting: true };

const readersOf = (world: World) => [...Object.keys(world.people), 'visitor'];

test('whatever people do, nobody reads anything without permission, and books and seats are correct', async () => {
  const tally = new Map<string, number>();
  const kinds = new Set<Kind>();
  await fc.assert(
    fc.asyncProperty(run, async ({ begin, steps, looks }) => {
      const world = await createWorld();
      try {
        const all: Step[] = [
          ...ordinaryDay,
          ...begin.map(({ cash, ...one }) => ({
            ...one,
            action: cash ? ('bookForCash' as const) : ('payByCard' as const),
            fitting: true,
          })),
          ...steps,
        ];
        for (const [n, one] of all.entries()) {
          const key = `${one.action} ${await take(world, one)}`;
          tally.set(key, (tally.get(key) ?? 0) + 1);
          const seen = looks.filter(({ after }) => after % all.length === n);
          if (seen.length > 0)
            await look(
              world,
              seen.map(({ who }) => readersOf(world)[who % readersOf(world).length] ?? 'visitor'),
            );
        }
        await look(world, readersOf(world), kinds);
        expect(await brokenInvariants(world.fixture)).toEqual([]);
      } finally {
        await world.fixture.db.drop();
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
  // The days must have contained every kind of action, or they would prove little.
  expect([...kinds].sort()).toEqual(KINDS);
  const summary = [...tally].sort().join(' ');
  console.info(summary);
  // A call that is always refused tests nothing behind the refusal.
  expect(
    ACTION_NAMES.filter((name) => !tally.has(`${name} done`)),
    summary,
  ).toEqual([]);
}, 600_000);

test('control: detects a policy that is too open', async () => {
  const world = await createWorld();
  const { sql } = world.fixture.db;
  expect(await take(world, booked)).toBe('done');
  await look(world, ['stranger', 'staff2', 'visitor']);
  await sql`create policy open on public.booking_codes for select to authenticated using (true)`;
  await sql`create policy open on public.bookings for select to authenticated using (true)`;
  const reads = async () => leaks(world, await momentOf(world), ['stranger'], await everyRead(sql));
  const found = (lines: string[], kind: string) => lines.some((line) => line.startsWith(`stranger reads the ${kind} `));
  const open = await reads();
  for (const kind of ['phone', 'hotel', 'check-in code']) expect(found(open, kind), kind).toBe(true);
  // Image paths and amounts paid are in no readable row. They need a grant as well.
  for (const kind of ['passport', 'price']) expect(found(open, kind), kind).toBe(false);
  await sql`grant select (passport_images, total_price) on public.bookings to authenticated`;
  const granted = await reads();
  for (const kind of ['passport', 'price']) expect(found(granted, kind), kind).toBe(true);
  await sql`revoke select (passport_images, total_price) on public.bookings from authenticated`;
  await sql`drop policy open on public.booking_codes`;
  await sql`drop policy open on public.bookings`;
  await world.fixture.db.drop();
});

test("control: detects another person's payables, while the person's own are no leak", async () => {
  const world = await createWorld();
  const { sql } = world.fixture.db;
  expect(await take(world, booked)).toBe('done');
  const [booking] = await sql`select kind, id from private.booking_facts`;
  const office = { role: 'authenticated', sub: world.people.manager ?? '' } as const;
  await world.fixture.db.as(office, (as) => as.unsafe(`select ${statusCall(booking?.id, 'paid')}`));
  const read = async (who: string) =>
    leaks(world, await momentOf(world), [who], ['select * from public.my_payout_totals()']);
  expect(await read('guide')).toEqual([]);
  expect(await read('stranger')).toEqual([]);
  const [body] = await sql`select pg_get_functiondef('public.my_payout_totals()'::regprocedure) as text`;
  await sql.unsafe(
    String(body?.text)
      .replace('private.open_share_ids_of(caller)', 'array(select x.id from private.shares x)')
      .replace('s.payee_id = caller', "s.party = 'territory'"),
  );
  for (const who of ['guide', 'stranger']) expect(await read(who), who).not.toEqual([]);
  await world.fixture.db.drop();
});

test('control: detects a role that nobody took up', async () => {
  const world = await createWorld();
  const { sql } = world.fixture.db;
  await grantRole(sql, world.people.stranger ?? '', 'territory_staff', 'rio');
  await expect(look(world, ['visitor'])).rejects.toThrow(/territory_staff\|rio/);
  await world.fixture.db.drop();
});
