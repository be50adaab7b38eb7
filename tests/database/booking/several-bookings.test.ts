import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { confirm } from './support/checkout.ts';
import { createHold, createUsers, daysFromNow, grantRole, holdRequest, signedIn } from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking, workAtStripe } from './support/refund.ts';
import { rpcFor } from './support/rpc.ts';
import { startTogether, type Together } from './support/together.ts';

/** Tests one card payment of two bookings: Q351 for the first, Q175.50 for the second. */
checkoutForEachTest({ seats: 6, sound: true });
let manager: string;
let started: Together;
beforeEach(async () => {
  [manager = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, manager, 'territory_manager', 'rio');
});

const sql = () => fixture.db.sql;
const hear = (type = 'charge.refunded') =>
  syncPayment(checkout.deps.stripe, checkout.deps.admin, started.intent, { id: `evt_${randomUUID()}`, type });
const start = async () => {
  started = await startTogether(fixture, checkout.deps, user);
};
const authorise = () => {
  checkout.stripe.authorise(started.intent);
  return confirm(checkout, started);
};

/** Returns the two parts of the payment: their bookings, money in minor units, and what the ledger has. */
const parts = () => sql()`
  select b.status, l.captured_minor::int as captured, l.refunded_minor::int as refunded, l.disputed_minor::int as disputed,
         coalesce((select (sum(g.amount) * 100)::int from private.ledger g where g.booking_id = l.booking_id), 0) as ledger
    from private.payment_lines l left join public.bookings b on b.id = l.booking_id order by l.amount_minor desc`;
const bookings = async () => {
  const rows = await sql()`select booking_id as id from private.payment_lines order by amount_minor desc`;
  return rows.map(({ id }) => id as string) as [string, string];
};
const FIRST = { status: 'paid', captured: 35_100, refunded: 0, disputed: 0, ledger: 35_100 };
const SECOND = { status: 'paid', captured: 17_550, refunded: 0, disputed: 0, ledger: 17_550 };
const NONE = { status: null, captured: 0, refunded: 0, disputed: 0, ledger: 0 };
const holds = async () => (await sql()`select state from private.holds order by created_at`).map(({ state }) => state);
const seats = async () =>
  (await sql()`select held, sold from public.departures order by service_date desc`).map(({ held, sold }) => [
    held,
    sold,
  ]);

/** Requires two guests, which only the first trip has. */
const setMinimum = () =>
  rpcFor(fixture.db, signedIn(manager))('set_run_minimum', { p_service_id: fixture.experience, p_min_to_run: 2 });

/** Decides that the second trip goes ahead, and runs the jobs of the next minutes. */
async function decide() {
  const [hold] = await sql()`select departure_id from private.holds where id = ${started.secondHold}`;
  const ask = rpcFor(fixture.db, signedIn(manager));
  await ask('decide_departure', { p_departure_id: hold?.departure_id, p_decision: 'run' });
  await checkout.deps.admin('run_departures');
  for (let time = 0; time < 2; time += 1) await workAtStripe(fixture.db, checkout);
}

describe('a card that pays for two bookings', () => {
  beforeEach(start);

  test('makes and pays both, each with its own amount, code and confirmation', async () => {
    expect(await authorise()).toMatchObject({ state: 'booked' });
    expect(await parts()).toEqual([FIRST, SECOND]);
    expect(checkout.stripe.get(started.intent).amount_received).toBe(52_650);
    expect(await seats()).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect(
      await sql()`select 1 from private.outbox where kind = 'email' and template = 'booking_confirmation'`,
    ).toHaveLength(2);
    await hear();
    expect(await parts()).toEqual([FIRST, SECOND]);
  });

  test('makes none and is released if the seats of one are gone', async () => {
    await sql()`update private.holds set state = 'released', expires_at = now() where id = ${started.secondHold}`;
    await sql()`select private.free_seats(departure_id, seats, 'held') from private.holds where id = ${started.secondHold}`;
    const [other = ''] = await createUsers(sql(), 1);
    await createHold(fixture, other, holdRequest(fixture, { service_date: daysFromNow(3), num_people: 6 }));
    expect(await authorise()).toMatchObject({ state: 'void' });
    expect(await parts()).toEqual([NONE, NONE]);
    expect(await holds()).toEqual(['void', 'void', 'held']);
    expect(await seats()).toEqual([
      [0, 0],
      [6, 0],
    ]);
    expect(checkout.stripe.get(started.intent).status).toBe('canceled');
    expect(await sql()`select 1 from public.bookings`).toEqual([]);
  });

  test('is refunded whole if it was charged a different amount', async () => {
    const intent = checkout.stripe.get(started.intent);
    Object.assign(intent, { status: 'succeeded', amount_received: 30_000, latest_charge: { amount_refunded: 0 } });
    await hear('payment_intent.succeeded');
    await workAtStripe(fixture.db, checkout);
    expect(checkout.stripe.refundedOf(started.intent)).toBe(30_000);
    expect(await parts()).toEqual([
      { ...NONE, captured: 20_000, refunded: 20_000 },
      { ...NONE, captured: 10_000, refunded: 10_000 },
    ]);
    expect(await holds()).toEqual(['void', 'void']);
  });

  test('releases the seats of both if Stripe has released it', async () => {
    checkout.stripe.get(started.intent).status = 'canceled';
    await hear('payment_intent.canceled');
    expect(await holds()).toEqual(['released', 'released']);
    expect(await seats()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('ends both bookings if Stripe refuses to charge it', async () => {
    checkout.stripe.failures = ['refuse', 'refuse', 'refuse', 'refuse'];
    await authorise();
    for (let time = 0; time < 5; time += 1) await workAtStripe(fixture.db, checkout);
    expect(await parts()).toEqual([
      { ...NONE, status: 'cancelled' },
      { ...NONE, status: 'cancelled' },
    ]);
  });
});

describe('a card for two bookings, while the second waits for its minimum,', () => {
  beforeEach(async () => {
    await setMinimum();
    await start();
  });

  test('is charged whole once it is decided', async () => {
    expect(await authorise()).toMatchObject({ state: 'booked' });
    await checkout.deps.admin('run_departures');
    expect(await parts()).toEqual([
      { ...NONE, status: 'ordered' },
      { ...NONE, status: 'ordered' },
    ]);
    expect(await sql()`select 1 from private.stripe_ops`).toEqual([]);
    await decide();
    expect(await parts()).toEqual([FIRST, SECOND]);
  });

  test('is charged whole if the other is cancelled before, whose part is then refunded', async () => {
    await authorise();
    const [first] = await bookings();
    await rpcFor(fixture.db, signedIn(user))('cancel_booking', { p_booking_id: first, p_refund_amount: 351 });
    expect(await sql()`select 1 from private.stripe_ops where op = 'cancel'`).toEqual([]);
    await decide();
    expect(await parts()).toEqual([{ ...FIRST, status: 'refunded', refunded: 35_100, ledger: 0 }, SECOND]);
  });
});

describe("a refund in Stripe's dashboard", () => {
  beforeEach(async () => {
    await start();
    await authorise();
  });

  test('is for the booking that its metadata names', async () => {
    const [, second] = await bookings();
    checkout.stripe.refundExternally(started.intent, 10_000, { booking_id: second });
    await hear();
    await hear();
    expect(await parts()).toEqual([FIRST, { ...SECOND, refunded: 10_000, ledger: 7550 }]);
  });

  test('goes to the other booking with what is more than the named one has', async () => {
    const [, second] = await bookings();
    checkout.stripe.refundExternally(started.intent, 20_000, { booking_id: second });
    await hear();
    expect(await parts()).toEqual([
      { ...FIRST, refunded: 2450, ledger: 32_650 },
      { ...SECOND, status: 'refunded', refunded: 17_550, ledger: 0 },
    ]);
  });

  test.each([
    ['names none', {}],
    ['names something else', { booking_id: 'Castle on Monday' }],
  ])('is divided in proportion if it %s', async (_, metadata) => {
    checkout.stripe.refundExternally(started.intent, 3000, metadata);
    await hear();
    expect(await parts()).toEqual([
      { ...FIRST, refunded: 2000, ledger: 33_100 },
      { ...SECOND, refunded: 1000, ledger: 16_550 },
    ]);
  });

  test('refunds both bookings if it is for everything', async () => {
    checkout.stripe.refundExternally(started.intent, 52_650);
    await hear();
    expect(await parts()).toEqual([
      { ...FIRST, status: 'refunded', refunded: 35_100, ledger: 0 },
      { ...SECOND, status: 'refunded', refunded: 17_550, ledger: 0 },
    ]);
  });

  test('is first for a refund that was promised and refused', async () => {
    const [, second] = await bookings();
    await refundBooking(fixture.db, manager, second, 50);
    await sql()`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'`;
    checkout.stripe.refundExternally(started.intent, 5000);
    await hear();
    expect(await parts()).toEqual([FIRST, { ...SECOND, refunded: 5000, ledger: 12_550 }]);
    expect(await sql()`select 1 from private.stripe_ops where state <> 'done'`).toEqual([]);
  });

  test('is reversed in both bookings if the bank returns it', async () => {
    const id = checkout.stripe.refundExternally(started.intent, 3000);
    await hear();
    checkout.stripe.failRefund(id);
    await hear('refund.failed');
    expect(await parts()).toEqual([FIRST, SECOND]);
    expect(
      await sql()`select amount_minor::int as minor from private.stripe_ops where state = 'failed' order by 1`,
    ).toEqual([{ minor: 1000 }, { minor: 2000 }]);
    await sql()`delete from private.stripe_ops where state = 'failed'`; // a person has settled them
  });
});

describe('a dispute', () => {
  beforeEach(async () => {
    await start();
    await authorise();
  });

  test('takes of both bookings in proportion, and returns exactly that when it is won', async () => {
    const dispute = checkout.stripe.dispute(started.intent, 3000);
    await hear('charge.dispute.created');
    expect(await parts()).toEqual([
      { ...FIRST, disputed: 2000, ledger: 33_100 },
      { ...SECOND, disputed: 1000, ledger: 16_550 },
    ]);
    dispute.status = 'won';
    await hear('charge.dispute.closed');
    expect(await parts()).toEqual([FIRST, SECOND]);
  });

  test('takes what is left of both if it is for the whole charge', async () => {
    const [first] = await bookings();
    await refundBooking(fixture.db, manager, first, 51);
    await workAtStripe(fixture.db, checkout);
    checkout.stripe.dispute(started.intent, 52_650);
    await hear('charge.dispute.created');
    expect(await parts()).toEqual([
      { ...FIRST, refunded: 5100, disputed: 30_000, ledger: 0 },
      { ...SECOND, disputed: 17_550, ledger: 0 },
    ]);
  });

  test('is one chargeback, with evidence for each booking, and its managers are notified once', async () => {
    const [first, second] = await bookings();
    const { id } = checkout.stripe.dispute(started.intent, 52_650);
    await hear('charge.dispute.created');
    const ask = rpcFor(fixture.db, signedIn(manager));
    expect(await ask('territory_chargebacks', { p_territory_id: 'rio' })).toMatchObject([{ id, amount: '526.50' }]);
    const evidence = (booking: string | null) => ask('chargeback_evidence', { p_id: id, p_booking_id: booking });
    const [listed] = (await ask('territory_chargebacks', { p_territory_id: 'rio' })) as { booking_id: string }[];
    expect(await evidence(null)).toMatchObject({ booking_id: listed?.booking_id });
    expect(await evidence(first)).toMatchObject({ booking_id: first, price: 351, others: [{ id: second }] });
    expect(await evidence(second)).toMatchObject({ booking_id: second, price: 175.5, others: [{ id: first }] });
    await expect(evidence(randomUUID())).rejects.toMatchObject({ code: 'chargeback_not_found' });
    expect(
      await sql()`select 1 from private.outbox where dedupe_key like 'notification:dispute:%' and recipient = ${manager}`,
    ).toHaveLength(1);
  });
});

test('refunds in the dashboard, disputes and our refunds always fit the books, in any order', async () => {
  await start();
  await authorise();
  const both = await bookings();
  const amount = fc.integer({ min: 1, max: 30_000 });
  const step = fc.oneof(
    fc.record({ how: fc.constant('dashboard' as const), amount, named: fc.constantFrom(0, 1, null) }),
    fc.record({ how: fc.constant('ours' as const), amount, named: fc.constantFrom(0, 1) }),
    fc.record({ how: fc.constant('dispute' as const), amount, won: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(step, async (act) => {
      const left = (await parts()).map(({ captured, refunded, disputed }) => captured - refunded - disputed);
      const most = act.how === 'ours' ? (left[act.named] ?? 0) : (left[0] ?? 0) + (left[1] ?? 0);
      const minor = Math.min(act.amount, most);
      if (minor === 0) return;
      if (act.how === 'ours') {
        await refundBooking(fixture.db, manager, both[act.named as 0 | 1], minor / 100);
        await workAtStripe(fixture.db, checkout);
      } else if (act.how === 'dashboard') {
        checkout.stripe.refundExternally(
          started.intent,
          minor,
          act.named === null ? {} : { booking_id: both[act.named as 0 | 1] },
        );
        await hear();
      } else {
        const dispute = checkout.stripe.dispute(started.intent, minor);
        await hear('charge.dispute.created');
        dispute.status = 'won';
        await hear('charge.dispute.closed');
      }
      const [first, second] = await parts();
      expect(first?.refunded + second?.refunded).toBe(checkout.stripe.refundedOf(started.intent));
      for (const part of [first, second]) expect(part?.ledger).toBe(part?.captured - part?.refunded);
    }),
    { numRuns: 12 },
  );
});
