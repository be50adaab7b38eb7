import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { pending } from '../../support/background-work.ts';
import { createRng } from '../../support/rng.ts';
import { ROUNDS, roundsUntil } from '../../support/rounds.ts';
import { type Checkout, confirm, createCheckout, payFor, post, startPayment } from '../booking/support/checkout.ts';
import { drain, onWorkers, untilBlocked } from '../booking/support/concurrency.ts';
import {
  brokenInvariants,
  createFixture,
  createUsers,
  type Fixture,
  type HoldJson,
} from '../booking/support/fixture.ts';
import { call, seatsOn } from '../departures/support.ts';
import { partyChange } from './requests.ts';

const GUESTS = 10;
const SEATS = GUESTS + 5;

interface World {
  fixture: Fixture;
  checkout: Checkout;
  booked: { user: string; booking: string }[];
  late: string[];
}

/** Creates ten guests, five seats left, and six others who want them. */
async function createWorld(): Promise<World> {
  const fixture = await createFixture({ seats: SEATS });
  const checkout = createCheckout(fixture);
  const booked: World['booked'] = [];
  await onWorkers(8, await createUsers(fixture.db.sql, GUESTS), async (user) => {
    booked.push({ user, booking: (await payFor(fixture, checkout, user)).booking });
  });
  return { fixture, checkout, booked, late: await createUsers(fixture.db.sql, 6) };
}

const one = (booking: string) => ({ p_booking_id: booking });

/** A guest adds a person and pays. The browser and the webhook report it at the same time. */
async function bringOne({ fixture, checkout }: World, user: string, booking: string, key: string = randomUUID()) {
  const { hold } = (await call(
    fixture,
    user,
    'change_booking',
    partyChange(booking, 2, { key, extra_amount: 175.5 }),
  )) as { hold: HoldJson };
  const answer = await createPaymentIntent(post({ hold_id: hold.hold_id }, user), checkout.deps);
  const { payment_intent_id: intent } = (await answer.json()) as { payment_intent_id: string };
  if (answer.status !== 200) throw new Error(String(answer.status));
  checkout.stripe.authorise(intent);
  await Promise.all([1, 2].map(() => confirm(checkout, { user, hold, intent })));
}

async function book({ fixture, checkout }: World, user: string) {
  const started = await startPayment(fixture, checkout, user, { num_people: 1 });
  checkout.stripe.authorise(started.intent);
  await confirm(checkout, started);
}

async function allAtOnce(world: World, random: () => number) {
  const { fixture, booked, late } = world;
  const work = [
    ...booked.flatMap(({ user, booking }, n) => {
      const key = randomUUID();
      return [
        () => bringOne(world, user, booking, key),
        () => bringOne(world, user, booking, key),
        ...(n % 4 === 0 ? [() => call(fixture, user, 'cancel_booking', one(booking))] : []),
        ...(n % 4 === 1 ? [() => call(fixture, fixture.staff, 'staff_cancel_booking', one(booking))] : []),
        ...(n % 4 === 2 ? [() => bringOne(world, user, booking)] : []),
      ];
    }),
    ...late.map((user) => () => book(world, user)),
  ];
  work.sort(() => random() - 0.5);
  await onWorkers(16, work as (() => Promise<unknown>)[], (run) => run().catch(() => undefined));
  await pending.settled();
}

test(`sells the last seats once to guests who add people and guests who book, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  let changes = 0;
  for (const run of roundsUntil(() => changes > 0)) {
    const world = await createWorld();
    const { fixture, checkout } = world;
    const { sql } = fixture.db;
    await allAtOnce(world, createRng(run * 7919));
    expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
    await drain(fixture, checkout);
    expect(await brokenInvariants(fixture), `run ${run}, in the end`).toEqual([]);
    const seats = await seatsOn(fixture, fixture.date);
    expect(seats?.sold).toBeLessThanOrEqual(SEATS);
    // Each change has its charge, history step and email. Without a seat there is no charge.
    const [n] = await sql`select (select count(*)::int from private.booking_changes) as changes,
      (select count(*)::int from public.booking_events where detail ? 'party') as steps,
      (select count(distinct (booking_id, kind))::int from private.ledger where kind like 'added:%') as sales,
      (select count(*)::int from private.outbox where template = 'booking_enlarged') as letters,
      (select count(*)::int from private.charges where of_change and booking_id is not null) as charges`;
    changes += n?.changes;
    expect(n).toEqual({
      changes: n?.changes,
      steps: n?.changes,
      sales: n?.changes,
      letters: n?.changes,
      charges: n?.changes,
    });
    for (const { id, status, amount } of checkout.stripe.intents.values()) {
      const [row] = await sql`select b.status from private.charges p left join public.bookings b on b.id = p.booking_id
        where p.payment_intent_id = ${id}`;
      const stands = row?.status && !['cancelled', 'refunded'].includes(row.status as string);
      if (status === 'succeeded') expect(checkout.stripe.refundedOf(id)).toBe(stands ? 0 : amount);
      else expect(Boolean(stands), `${id} ${status}`).toBe(false);
    }
    await fixture.db.drop();
  }
  // It may not happen in every round, but does in some.
  expect(changes).toBeGreaterThan(0);
}, 300_000);

// Negative control: everyone reads the seats left before anyone takes them.
test('control: without the count in the statement that holds them, more seats are held than there are', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const world = await createWorld();
  const { fixture, booked, late } = world;
  const { sql } = fixture.db;
  const [row] = await sql`select pg_get_functiondef('private.take_seats'::regproc) as source`;
  const counted = 'not exclusive and held + sold + h.num_people <= capacity';
  const source = row?.source as string;
  expect(source).toContain(counted);
  await sql.unsafe(source.replace(counted, 'true'));
  await sql`alter table public.departures drop constraint departures_check`;

  let work: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select 1 from public.departures for update`;
    const takers = [
      ...booked.map(({ user, booking }) => bringOne(world, user, booking)),
      ...late.map((user) => book(world, user)),
    ];
    work = Promise.allSettled(takers);
    await untilBlocked(sql, work, takers.length);
  });
  await work;
  await pending.settled();
  const seats = await seatsOn(fixture, fixture.date);
  expect((seats?.sold ?? 0) + (seats?.held ?? 0)).toBeGreaterThan(SEATS);
  await fixture.db.drop();
});
