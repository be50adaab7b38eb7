import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRng } from '../../support/rng.ts';
import {
  type Checkout,
  confirm,
  createCheckout,
  payFor,
  type Started,
  startPayment,
} from '../booking/support/checkout.ts';
import { drain, onWorkers } from '../booking/support/concurrency.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  daysFromNow,
  type Fixture,
  holdRequest,
} from '../booking/support/fixture.ts';
import { answer, call, cancel, offersOf, passExpiry, passUndo, theDeparture } from './support.ts';

/** So often in the suite; DEPARTURE_RUNS=20 for the whole proof. */
const RUNS = Number(process.env.DEPARTURE_RUNS ?? 2);
const SEATS = 60;

interface World {
  fixture: Fixture;
  checkout: Checkout;
  /** Whose bookings are paid. */
  booked: string[];
  bookings: string[];
  /** Whose cards go through while the departure is cancelled. */
  paying: Started[];
}

/** A departure with 20 bookings that are paid and 15 that are about to be, which is not sold out. */
async function createWorld(): Promise<World> {
  const fixture = await createFixture({ seats: SEATS, connections: 24 });
  const checkout = createCheckout(fixture);
  const booked = await createUsers(fixture.db.sql, 20);
  const bookings: string[] = [];
  await onWorkers(8, booked, async (user) => bookings.push((await payFor(fixture, checkout, user)).booking));
  const paying: Started[] = [];
  await onWorkers(8, await createUsers(fixture.db.sql, 15), async (user) =>
    paying.push(await startPayment(fixture, checkout, user)),
  );
  for (const { intent } of paying) checkout.stripe.authorise(intent);
  // They leave in two hours, so that guests are checked in meanwhile.
  await fixture.db.sql`update public.bookings set (booking_date, start_time) = (
    select s::date, s::time from (select (now() + interval '2 hours') at time zone 'America/Guatemala' as s) x)`;
  return { fixture, checkout, booked, bookings, paying };
}

const ignore = () => undefined;

/** What guests, guides and the desk do in the minute in which the departure is cancelled from two phones. */
async function cancelAmidstWork(
  { fixture, checkout, bookings, booked, paying }: World,
  random: () => number,
): Promise<void> {
  const late = await createUsers(fixture.db.sql, 15);
  const p_key = randomUUID();
  const work: (() => Promise<unknown>)[] = [
    ...late.map((user) => () => createHold(fixture, user)),
    ...paying.map((started) => () => confirm(checkout, started)),
    ...bookings.slice(0, 10).map(
      (booking) => () =>
        call(fixture, fixture.guide, 'check_in_listed', {
          p_kind: 'experience',
          p_booking_id: booking,
          p_action: 'checked_in',
        }),
    ),
    ...booked
      .slice(10, 14)
      .map((user) => () => createHold(fixture, user, holdRequest(fixture, { service_date: daysFromNow(8) }))),
    ...bookings
      .slice(14, 17)
      .map(
        (booking) => () =>
          call(fixture, fixture.staff, 'staff_cancel_booking', { p_kind: 'experience', p_booking_id: booking }),
      ),
    () => cancel(fixture, fixture.guide, { p_key }),
    () => cancel(fixture, fixture.guide, { p_key }),
    () => cancel(fixture, fixture.staff),
  ];
  work.sort(() => random() - 0.5);
  await onWorkers(16, work, (one) => one().catch(ignore));
}

/** Then everybody answers at once, some twice and differently, while the clock gives the money back. */
async function answerAtOnce({ fixture, checkout, booked, paying }: World, random: () => number): Promise<void> {
  await passUndo(fixture);
  const work: (() => Promise<unknown>)[] = [];
  for (const user of [...booked, ...paying.map((one) => one.user)]) {
    for (const { offer_id, state, choices } of await offersOf(fixture, user)) {
      if (state !== 'open') continue;
      const choice = choices[0];
      const move = { p_answer: 'move', p_timeslot_id: choice?.timeslot_id, p_date: choice?.service_date };
      work.push(() => answer(fixture, user, offer_id, random() < 0.7 ? move : { p_answer: 'refund' }));
      if (random() < 0.5) work.push(() => answer(fixture, fixture.staff, offer_id, { p_answer: 'refund' }));
    }
  }
  work.push(
    () => checkout.deps.admin('run_departures'),
    async () => {
      await passExpiry(fixture);
      return checkout.deps.admin('run_departures');
    },
  );
  work.sort(() => random() - 0.5);
  await onWorkers(16, work, (one) => one().catch(ignore));
}

test(`a departure is cancelled amidst holds, payments, check-ins and moves, ${RUNS} of ${RUNS} times`, async () => {
  for (let run = 1; run <= RUNS; run++) {
    const world = await createWorld();
    const { fixture, checkout } = world;
    const { sql } = fixture.db;
    const random = createRng(run * 7919);
    await cancelAmidstWork(world, random);
    expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
    expect(await brokenInvariants(fixture)).toEqual([]);
    expect(
      await sql`select status from public.departures where service_date = ${fixture.date} and timeslot_id = ${fixture.slot}`,
    ).toEqual([{ status: 'cancelled' }]);
    // Each live booking is asked once.
    const [asked] = await sql`select count(*) filter (where private.is_live(b.status))::int as live,
        (select count(*)::int from private.departure_offers where state = 'open') as open
      from public.bookings b where b.booking_date < ${daysFromNow(8)}`;
    expect(asked?.open).toBe(asked?.live);
    await answerAtOnce(world, random);
    await passExpiry(fixture);
    for (let round = 0; round < 3; round++) await checkout.deps.admin('run_departures');
    await drain(fixture, checkout);

    expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
    expect(await sql`select 1 from private.departure_offers where state = 'open'`).toHaveLength(0);
    expect(await sql`select booking_id from private.departure_offers group by 1 having count(*) > 1`).toHaveLength(0);
    expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
    const moved = await sql`select 1 from private.departure_offers where state = 'moved'`;
    const [seats] = await sql`select sum(sold)::int as sold, bool_and(held >= 0 and held + sold <= capacity) as fits
      from public.departures where status <> 'cancelled'`;
    expect(seats).toMatchObject({ sold: moved.length, fits: true });
    // One end for each coin: kept for a seat that stands, or given back once.
    for (const { id, amount, status } of checkout.stripe.intents.values()) {
      const [row] =
        await sql`select b.status from private.payments p left join public.bookings b on b.id = p.booking_id where p.payment_intent_id = ${id}`;
      const stands = row?.status && !['cancelled', 'refunded'].includes(row.status as string);
      if (status === 'succeeded') expect(checkout.stripe.refundedOf(id)).toBe(stands ? 0 : amount);
      expect(checkout.stripe.refunds.filter(({ intent }) => intent === id).length).toBeLessThanOrEqual(1);
    }
    await fixture.db.drop();
  }
}, 300_000);

// The negative controls: without the rule the same work leaves bookings that nobody asked, or gives money back twice.
test('control: where a hold is sold without looking at the departure, guests are left without an offer', async () => {
  let broken = 0;
  for (let run = 1; run <= 3 && broken === 0; run++) {
    const world = await createWorld();
    await breakFunction(world.fixture, 'private.consume_hold', "and status <> 'cancelled'", '');
    await breakFunction(world.fixture, 'private.sell_free_seats', "and status <> 'cancelled'", '');
    await cancel(world.fixture, world.fixture.guide, { p_selection: { departures: [theDeparture(world.fixture)] } });
    await cancelAmidstWork(world, createRng(run));
    broken = (await brokenInvariants(world.fixture)).length;
    await world.fixture.db.drop();
  }
  expect(broken).toBeGreaterThan(0);
}, 120_000);

test('control: an answer that is not asked for again under the lock moves and refunds one booking', async () => {
  let broken = 0;
  for (let run = 1; run <= 5 && broken === 0; run++) {
    const world = await createWorld();
    await cancel(world.fixture, world.fixture.guide);
    await breakFunction(
      world.fixture,
      'private.answer_offer',
      'select * into o from private.departure_offers x where x.id = o.id for update;',
      '',
    );
    await answerAtOnce(world, createRng(run));
    broken = (await brokenInvariants(world.fixture)).length;
    await world.fixture.db.drop();
  }
  expect(broken).toBeGreaterThan(0);
}, 120_000);

/** Replaces one piece of a function, which must be there. */
async function breakFunction({ db }: Fixture, name: string, from: string, to: string): Promise<void> {
  const [row] = await db.sql`select pg_get_functiondef(oid) as source from pg_proc where oid = to_regproc(${name})`;
  const source = row?.source as string;
  if (!source.includes(from)) throw new Error(`${name} does not have: ${from}`);
  await db.sql.unsafe(source.replace(from, to));
}
