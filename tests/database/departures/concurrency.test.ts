import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { handle as confirmPayment } from '../../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { pending } from '../../support/background-work.ts';
import { createRng } from '../../support/rng.ts';
import { ROUNDS } from '../../support/rounds.ts';
import {
  type Checkout,
  createCheckout,
  payFor,
  post,
  type Started,
  startPayment,
} from '../booking/support/checkout.ts';
import { drain, expectAnswer, expectRefusal, onWorkers } from '../booking/support/concurrency.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  daysFromNow,
  type Fixture,
} from '../booking/support/fixture.ts';
import { dateChange } from '../changes/requests.ts';
import { join, raiseCapacity, statesOf } from '../waitlist/support.ts';
import { answer, call, cancel, offersOf, passExpiry, passUndo, seatsOn, theDeparture } from './support.ts';

/** The number of each kind at the same time: holds, payments, check-ins, date changes and waitlist claims. */
const EACH = 10;

interface World {
  fixture: Fixture;
  checkout: Checkout;
  /** Guests who have paid and are about to be checked in. */
  here: Guest[];
  /** Guests who have paid and are about to change from this departure to the next day, or back. */
  leaving: Guest[];
  coming: Guest[];
  /** Guests whose cards are authorised while the departure is cancelled. */
  paying: Started[];
  /** Guests who are offered a seat from the waitlist. */
  claiming: string[];
}

interface Guest {
  user: string;
  booking: string;
}

/** Creates a sold-out departure with a waitlist that gets more seats. Half are offered to the list, half are free. */
async function createWorld(): Promise<World> {
  const fixture = await createFixture({ seats: EACH * 2.5 });
  const checkout = createCheckout(fixture);
  const { sql } = fixture.db;
  const book = async (count: number, service_date = fixture.date) => {
    const guests: Guest[] = [];
    await onWorkers(8, await createUsers(sql, count), async (user) =>
      guests.push({ user, booking: (await payFor(fixture, checkout, user, { service_date })).booking }),
    );
    return guests;
  };
  const [here, leaving, coming] = [await book(EACH), await book(EACH / 2), await book(EACH / 2, daysFromNow(8))];
  const paying: Started[] = [];
  await onWorkers(8, await createUsers(sql, EACH), async (user) =>
    paying.push(await startPayment(fixture, checkout, user)),
  );
  for (const { intent } of paying) checkout.stripe.authorise(intent);
  const claiming = await createUsers(sql, EACH);
  for (const user of claiming) await join(fixture, user);
  await raiseCapacity(fixture, EACH * 4.5);
  await checkout.deps.admin('run_departures');
  expect(await statesOf(fixture, ...claiming)).toEqual(claiming.map(() => 'offered'));
  // They leave in two hours, so that guests are checked in during the test.
  await sql`update public.bookings set (booking_date, start_time) = (
    select s::date, s::time from (select (now() + interval '2 hours') at time zone 'America/Guatemala' as s) x)
    where id = any (${here.map(({ booking }) => booking)})`;
  return { fixture, checkout, here, leaving, coming, paying, claiming };
}

const which = (booking: string) => ({ p_booking_id: booking });

const changeDate = (fixture: Fixture, { user, booking }: Guest, service_date: string) =>
  call(fixture, user, 'change_booking', dateChange(fixture, booking, { service_date }));

const settle = async ({ checkout }: World, { user, hold }: Omit<Started, 'intent'>) =>
  expectAnswer(await confirmPayment(post({ hold_id: hold.hold_id }, user), checkout.deps));

/** A guest takes the offered seat and pays for it immediately. */
async function claim(world: World, user: string): Promise<void> {
  const { fixture, checkout } = world;
  const hold = await createHold(fixture, user);
  const begun = await expectAnswer(await createPaymentIntent(post({ hold_id: hold.hold_id }, user), checkout.deps));
  if (typeof begun.payment_intent_id !== 'string') return;
  checkout.stripe.authorise(begun.payment_intent_id);
  await settle(world, { user, hold });
}

/** In the negative controls, a broken rule has its own errors. */
const ignore = () => undefined;

/**
 * Runs the actions of fifty guests, their guide and the desk in the minute in which the departure is cancelled from
 * two phones.
 */
async function cancelAmidstWork(
  world: World,
  random: () => number,
  onError: (error: unknown) => void = expectRefusal,
): Promise<void> {
  const { fixture, here, leaving, coming, paying, claiming } = world;
  const late = await createUsers(fixture.db.sql, EACH);
  const work: (() => Promise<unknown>)[] = [
    ...late.map((user) => () => createHold(fixture, user)),
    ...paying.map((started) => () => settle(world, started)),
    ...here.map(
      ({ booking }) =>
        () =>
          call(fixture, fixture.guide, 'check_in_listed', { ...which(booking), p_action: 'checked_in' }),
    ),
    ...leaving.map((guest) => () => changeDate(fixture, guest, daysFromNow(8))),
    ...coming.map((guest) => () => changeDate(fixture, guest, fixture.date)),
    ...claiming.map((user) => () => claim(world, user)),
  ];
  expect(work).toHaveLength(50);
  // Each of them sends the request twice.
  for (const phone of [fixture.guide, fixture.staff]) {
    const p_key = randomUUID();
    work.push(...[1, 2].map(() => () => cancel(fixture, phone, { p_key })));
  }
  work.sort(() => random() - 0.5);
  await onWorkers(work.length, work, (one) => one().catch(onError));
  await pending.settled();
}

/** Then all guests answer at the same time, some twice and differently, while the scheduled job refunds. */
async function answerAtOnce(
  world: World,
  random: () => number,
  onError: (error: unknown) => void = expectRefusal,
): Promise<void> {
  const { fixture, checkout, here, leaving, coming, paying, claiming } = world;
  await passUndo(fixture);
  const work: (() => Promise<unknown>)[] = [];
  for (const user of [...[...here, ...leaving, ...coming, ...paying].map((one) => one.user), ...claiming]) {
    for (const { offer_id, state, choices } of await offersOf(fixture, user)) {
      if (state !== 'open') continue;
      const choice = choices[0];
      const move = { p_answer: 'move', p_slot_id: choice?.slot_id, p_date: choice?.service_date };
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
  await onWorkers(16, work, (one) => one().catch(onError));
}

test(
  `gives every booking one offer when a departure is cancelled among fifty holds, payments, check-ins, changes and claims, in ${ROUNDS} of ${ROUNDS} rounds`,
  async () => {
    for (let run = 1; run <= ROUNDS; run++) {
      const world = await createWorld();
      const { fixture, checkout } = world;
      const { sql } = fixture.db;
      const random = createRng(run * 7919);
      await cancelAmidstWork(world, random);
      expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
      expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
      expect(await seatsOn(fixture, fixture.date)).toMatchObject({ status: 'cancelled' });
      // Each active booking gets one offer, and no other booking gets one.
      expect(
        await sql`select b.id from public.bookings b join public.departures d on d.id = b.departure_id
        where (select count(*) from private.departure_offers o where o.booking_id = b.id and o.state = 'open')
          <> case when d.status = 'cancelled' and private.is_live(b.status) then 1 else 0 end`,
      ).toEqual([]);
      await answerAtOnce(world, random);
      await passExpiry(fixture);
      for (let round = 0; round < 3; round++) await checkout.deps.admin('run_departures');
      await drain(fixture, checkout);

      expect(await brokenInvariants(fixture), `run ${run}, in the end`).toEqual([]);
      expect([...(await sql`select kind, item, error from private.troubles`)]).toEqual([]);
      expect(await sql`select 1 from private.departure_offers where state = 'open'`).toHaveLength(0);
      expect(await sql`select booking_id from private.departure_offers group by 1 having count(*) > 1`).toHaveLength(0);
      expect(await sql`select 1 from private.waitlist where state in ('waiting', 'offered')`).toHaveLength(0);
      // The waitlist is empty, and every other departure has sold exactly its guests' seats, never more than its
      // capacity and never a negative number.
      expect(
        await sql`select d.service_date::text, d.sold, d.held, d.capacity, n.people from public.departures d
        cross join lateral (select coalesce(sum(b.num_people), 0)::int as people from public.bookings b
          where b.departure_id = d.id and private.is_live(b.status)) n
        where d.status = 'cancelled' and n.people > 0
           or d.status <> 'cancelled' and (d.sold <> n.people or d.held < 0 or d.held + d.sold > d.capacity)`,
      ).toEqual([]);
      // Each payment ends once: it pays for an active seat, or is refunded once.
      for (const { id, amount, status } of checkout.stripe.intents.values()) {
        const [row] =
          await sql`select b.status from private.charges p left join public.bookings b on b.id = p.booking_id where p.payment_intent_id = ${id}`;
        const stands = row?.status && !['cancelled', 'refunded'].includes(row.status as string);
        if (status === 'succeeded') expect(checkout.stripe.refundedOf(id)).toBe(stands ? 0 : amount);
        expect(checkout.stripe.refunds.filter(({ intent }) => intent === id).length).toBeLessThanOrEqual(1);
      }
      await fixture.db.drop();
    }
  },
  ROUNDS * 120_000,
);

// Negative controls: without the rule, the same work leaves bookings without an offer, or refunds twice.
test('control: without the check of the departure when a hold is sold, guests are left without an offer', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  let broken = 0;
  for (let run = 1; run <= 3 && broken === 0; run++) {
    const world = await createWorld();
    await breakFunction(world.fixture, 'private.consume_hold', "and status <> 'cancelled'", '');
    await breakFunction(world.fixture, 'private.sell_free_seats', "and status <> 'cancelled'", '');
    await cancel(world.fixture, world.fixture.guide, { p_selection: { departures: [theDeparture(world.fixture)] } });
    await cancelAmidstWork(world, createRng(run), ignore);
    broken = (await brokenInvariants(world.fixture)).length;
    await world.fixture.db.drop();
  }
  expect(broken).toBeGreaterThan(0);
});

test('control: without a second check under the lock, an answer moves and refunds one booking', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
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
    await answerAtOnce(world, createRng(run), ignore);
    broken = (await brokenInvariants(world.fixture)).length;
    await world.fixture.db.drop();
  }
  expect(broken).toBeGreaterThan(0);
});

/** Replaces one piece of a function. Fails if it isn't there. */
async function breakFunction({ db }: Fixture, name: string, from: string, to: string): Promise<void> {
  const [row] = await db.sql`select pg_get_functiondef(oid) as source from pg_proc where oid = to_regproc(${name})`;
  const source = row?.source as string;
  if (!source.includes(from)) throw new Error(`${name} does not have: ${from}`);
  await db.sql.unsafe(source.replace(from, to));
}
