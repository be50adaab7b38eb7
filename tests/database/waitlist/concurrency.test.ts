import { expect, test } from 'vitest';
import { createRng } from '../../support/rng.ts';
import { ROUNDS } from '../../support/rounds.ts';
import { createCheckout } from '../booking/support/checkout.ts';
import { expectRefusal, onWorkers, untilBlocked } from '../booking/support/concurrency.ts';
import {
  allowAllCash,
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  type Fixture,
  holdRequest,
} from '../booking/support/fixture.ts';
import { dateChange } from '../changes/requests.ts';
import { call, cancel, passUndo } from '../departures/support.ts';
import { bookSeats, cancelBooking, join, leave } from './support.ts';

const SEATS = 24;

/** Creates a sold-out departure with this many people on the waitlist, for one to three seats each. */
async function createWorld(count = 50) {
  const fixture = await createFixture({ seats: SEATS });
  await allowAllCash(fixture);
  const bookings = await bookSeats(fixture, [4, 4, 4, 4, 4, 4]);
  const people = await createUsers(fixture.db.sql, count);
  const waiting: { who: string; people: number; entry: string }[] = [];
  for (const [i, who] of people.entries()) {
    const entry = await join(fixture, who, (i % 3) + 1);
    waiting.push({ who, people: entry.num_people, entry: entry.entry_id });
  }
  return { fixture, checkout: createCheckout(fixture), bookings, waiting };
}
type World = Awaited<ReturnType<typeof createWorld>>;

/** Returns waitlist holds without an active entry. */
const orphans = ({ db }: Fixture) => db.sql`select h.id from private.holds h where h.offered and h.state = 'held'
  and not exists (select 1 from private.waitlist w where w.hold_id = h.id and w.state in ('waiting', 'offered'))`;

test(`never oversells when fifty claim at the same time while seats become free and offers end, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 1; run <= ROUNDS; run++) {
    const world = await createWorld();
    const { fixture, checkout, bookings, waiting } = world;
    const { sql } = fixture.db;
    const random = createRng(run * 104729);
    const strangers = await createUsers(sql, 10);
    const [other] = await sql`select tourist_id from public.bookings where id = ${bookings[4] ?? null}`;
    const work: (() => Promise<unknown>)[] = [
      ...bookings.slice(0, 4).map((booking) => () => cancelBooking(fixture, booking)),
      () => call(fixture, other?.tourist_id as string, 'change_booking', dateChange(fixture, bookings[4])),
      ...waiting.map(
        ({ who, people }) =>
          () =>
            createHold(fixture, who, holdRequest(fixture, { num_people: people })),
      ),
      ...waiting.slice(40).map(
        ({ who, entry }) =>
          () =>
            leave(fixture, who, entry),
      ),
      ...strangers.map((who) => () => createHold(fixture, who)),
      ...[1, 2, 3].map(() => () => checkout.deps.admin('run_departures')),
      async () => {
        await sql`update private.holds set expires_at = now() - interval '1 second' where id in (
          select id from private.holds where offered and state = 'held' order by id limit 3 for update skip locked)`;
        return checkout.deps.admin('release_expired');
      },
    ];
    work.sort(() => random() - 0.5);
    await onWorkers(16, work, (one) => one().catch(expectRefusal));
    await checkout.deps.admin('run_departures');

    expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
    expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
    expect(await orphans(fixture)).toHaveLength(0);
    const [seats] =
      await sql`select held + sold <= capacity as fits, capacity - held - sold as free from public.departures where service_date = ${fixture.date}`;
    expect(seats?.fits).toBe(true);
    // The remaining entries need more seats than are free.
    const [small] = await sql`select min(num_people) as least from private.waitlist where state = 'waiting'`;
    if (small?.least) expect(seats?.free).toBeLessThan(small.least);
    await fixture.db.drop();
  }
}, 300_000);

test(`leaves no claim when a departure is cancelled while fifty claim its seats, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 1; run <= ROUNDS; run++) {
    const { fixture, checkout, bookings, waiting } = await createWorld();
    const { sql } = fixture.db;
    const random = createRng(run * 15485863);
    const work: (() => Promise<unknown>)[] = [
      ...bookings.slice(0, 4).map((booking) => () => cancelBooking(fixture, booking)),
      ...waiting.map(
        ({ who, people }) =>
          () =>
            createHold(fixture, who, holdRequest(fixture, { num_people: people })),
      ),
      ...[fixture.guide, fixture.staff].map((who) => () => cancel(fixture, who)),
      ...[1, 2, 3].map(() => () => checkout.deps.admin('run_departures')),
    ];
    work.sort(() => random() - 0.5);
    await onWorkers(16, work, (one) => one().catch(expectRefusal));
    await passUndo(fixture);
    await checkout.deps.admin('run_departures');

    expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
    expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
    expect(await orphans(fixture)).toHaveLength(0);
    // Each person has started a booking before, or is told once that the list ended.
    const told =
      await sql`select w.state, count(n.id)::int as notices, count(distinct w.id)::int as entries from private.waitlist w
      left join public.notifications n on n.user_id = w.user_id and n.wording = 'waitlist_over' group by 1`;
    for (const { state, notices, entries } of told) {
      expect(['taken', 'ended']).toContain(state);
      expect(notices).toBe(state === 'ended' ? entries : 0);
    }
    expect(told.map(({ state }) => state)).toContain('ended');
    await fixture.db.drop();
  }
}, 300_000);

/**
 * All seats become free without an offer, twice as many as needed. Then two jobs offer them, the second before the
 * first commits.
 */
async function offerTwice({ fixture, bookings }: World): Promise<void> {
  const { sql } = fixture.db;
  await sql`alter table public.departures disable trigger departures_offer_seats`;
  for (const booking of bookings) await cancelBooking(fixture, booking);
  const [departure] = await sql`select id from public.departures`;
  let second: Promise<unknown> | undefined;
  await sql.begin(async (first) => {
    await first`select private.offer_free_seats(${departure?.id})`;
    second = sql`select private.offer_free_seats(${departure?.id})`;
    await untilBlocked(sql, second);
  });
  await second;
}

test('makes one offer each from two jobs that offer the same seats at the same time', async () => {
  const world = await createWorld(6);
  await offerTwice(world);
  expect(await orphans(world.fixture)).toHaveLength(0);
  expect(await world.fixture.db.sql`select 1 from private.waitlist where state = 'offered'`).toHaveLength(6);
  await world.fixture.db.drop();
}, 120_000);

test('control: without the lock of the departure, one person is offered seats twice', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const world = await createWorld(6);
  const { sql } = world.fixture.db;
  const [row] = await sql`select pg_get_functiondef('private.offer_free_seats'::regproc) as source`;
  const source = row?.source as string;
  const locked = 'for no key update skip locked';
  expect(source).toContain(locked);
  await sql.unsafe(source.replace(locked, ''));
  // The key of its email would refuse the second offer as well.
  await sql.unsafe(`create or replace function private.tell_seats_free(w private.waitlist, d public.departures)
    returns void language plpgsql as 'begin end'`);
  await offerTwice(world);
  expect((await orphans(world.fixture)).length).toBeGreaterThan(0);
  await world.fixture.db.drop();
});
