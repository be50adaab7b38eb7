import { expect, test } from 'vitest';
import { createRng } from '../../support/rng.ts';
import { ROUNDS } from '../../support/rounds.ts';
import { type Checkout, confirm, createCheckout, payFor, type Started } from '../booking/support/checkout.ts';
import { drain, onWorkers } from '../booking/support/concurrency.ts';
import { brokenInvariants, createFixture, createUsers, daysFromNow, type Fixture } from '../booking/support/fixture.ts';
import { partyChange } from '../changes/requests.ts';
import { call, cancel } from './support.ts';

const GUESTS = 18;

interface World {
  fixture: Fixture;
  checkout: Checkout;
  booked: (Started & { booking: string })[];
}

/** Creates a departure below its minimum, with guests whose cards are only authorised. */
async function createWorld(): Promise<World> {
  const fixture = await createFixture({ seats: 60 });
  fixture.date = daysFromNow(4);
  await fixture.db.sql`update public.experiences set min_to_run = 50`;
  const checkout = createCheckout(fixture);
  const booked: World['booked'] = [];
  await onWorkers(8, await createUsers(fixture.db.sql, GUESTS), async (user) =>
    booked.push(await payFor(fixture, checkout, user, { service_date: fixture.date, num_people: 2 })),
  );
  return { fixture, checkout, booked };
}

/**
 * Decides the departure while guests cancel and drop out, the job runs twice, and browsers confirm. No Stripe
 * operation runs in that time.
 */
async function decideAmidstWork(
  { fixture, checkout, booked }: World,
  random: () => number,
  more: (() => Promise<unknown>)[] = [],
) {
  const [departure] = await fixture.db.sql`select id from public.departures where service_date = ${fixture.date}`;
  const own = (one: World['booked'][number], name: string, args: Record<string, unknown>) => () =>
    call(fixture, one.user, name, { p_booking_id: one.booking, ...args });
  await call(fixture, fixture.staff, 'decide_departure', { p_departure_id: departure?.id, p_decision: 'run' });
  const work: (() => Promise<unknown>)[] = [
    ...booked.slice(0, 8).map((one) => own(one, 'cancel_booking', {})),
    ...booked
      .slice(8, 12)
      .map(
        (one) => () => call(fixture, one.user, 'change_booking', partyChange(one.booking, 1, { refund_amount: 175.5 })),
      ),
    ...booked.slice(6, 10).map((one) => () => tell(checkout, one)),
    () => checkout.deps.admin('run_departures'),
    () => checkout.deps.admin('run_departures'),
    ...more,
  ];
  work.sort(() => random() - 0.5);
  await onWorkers(16, work, (one) => one().catch(() => undefined));
}

/** Sends the webhook's event for an authorised card. */
const tell = (checkout: Checkout, { intent }: Started) =>
  checkout.deps.admin('apply_payment_intent', {
    p_payment_intent_id: intent,
    p_status: 'requires_capture',
    p_amount: 35_100,
    p_amount_received: 0,
    p_currency: 'gtq',
  });

/** Returns the cards with both a charge and a release at Stripe. */
const both = async ({ db }: Fixture) =>
  (
    await db.sql`select payment_intent_id from private.stripe_ops where op in ('capture', 'cancel')
      group by 1 having count(*) > 1`
  ).length;

test(`decides a departure correctly while guests leave, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 1; run <= ROUNDS; run++) {
    const world = await createWorld();
    const { fixture, checkout } = world;
    const more = run % 2 === 0 ? [() => cancel(fixture, fixture.guide)] : [];
    await decideAmidstWork(world, createRng(run * 7919), more);
    expect(await both(fixture), `run ${run}`).toBe(0);
    await onWorkers(6, [1, 2, 3, 4, 5, 6], async (n) =>
      n % 2 ? checkout.deps.admin('run_departures') : confirm(checkout, world.booked[n] as Started),
    );
    await drain(fixture, checkout);
    expect([...(await fixture.db.sql`select kind, item, error from private.troubles`)]).toEqual([]);
    expect(await brokenInvariants(fixture)).toEqual([]);
    for (const { booking, intent } of world.booked) {
      const [row] = await fixture.db.sql`select private.is_live(f.status) as live,
          private.to_minor(f.total_price, f.currency_code)::int as price from private.booking_facts f where f.id = ${booking}`;
      const card = checkout.stripe.get(intent);
      if (card.status === 'requires_capture')
        expect(run % 2 === 0 && row?.live).toBe(true); // its guest has not chosen yet
      else expect(card.amount_received - checkout.stripe.refundedOf(intent)).toBe(row?.live ? row.price : 0);
    }
    await fixture.db.drop();
  }
}, 300_000);

// Negative control: without the check under the lock, guests who left are charged.
test('control: without the check under the lock, cards of guests who left are charged', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  let charged = 0;
  for (let run = 1; run <= 5 && charged === 0; run++) {
    const world = await createWorld();
    const { sql } = world.fixture.db;
    const [row] = await sql`select pg_get_functiondef('private.charge_if_decided(uuid)'::regprocedure) as source`;
    const source = row?.source as string;
    const question =
      'if not private.is_only_authorised(p) or private.awaits_decision(p) or not private.has_live_booking(p.id) then';
    expect(source).toContain(question);
    await sql.unsafe(source.replace(question, 'if false then').replace('for update skip locked', 'for update'));
    await decideAmidstWork(world, createRng(run));
    charged = await both(world.fixture);
    await world.fixture.db.drop();
  }
  expect(charged).toBeGreaterThan(0);
});
