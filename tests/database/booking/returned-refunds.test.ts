import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { handle as reconcile } from '../../../supabase/functions/reconcile/handler.ts';
import { said } from '../../support/notices.ts';
import { byNight } from '../../support/rounds.ts';
import { payFor, post } from './support/checkout.ts';
import { brokenInvariants, createUsers, grantRole, referUsers } from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking, refundOperations, workAtStripe } from './support/refund.ts';

/** Tests refunds that the bank returned after Stripe had completed them, and refunds that Stripe will never make. */
let staff: string;
let paid: Awaited<ReturnType<typeof payFor>>;
checkoutForEachTest({ seats: 6 });
beforeEach(async () => {
  [staff = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, staff, 'territory_manager', 'rio');
  await referUsers(fixture.db.sql, [user], 10);
  paid = await payFor(fixture, checkout, user, { num_people: 2 }); // Q351
});

const event = (id = `evt_${randomUUID()}`, type = 'refund.failed') => ({ id, type });
const sync = (heard?: { id: string; type: string }) =>
  syncPayment(checkout.deps.stripe, checkout.deps.admin, paid.intent, heard);
const refund = (amount: number | null) => refundBooking(fixture.db, staff, paid.booking, amount);
const work = () => workAtStripe(fixture.db, checkout);
const made = (index = 0) => checkout.stripe.refunds[index]?.id ?? '';
const books = async () =>
  (
    await fixture.db.sql`
      select p.refunded_minor::int as refunded, b.status, b.payment_status as payment, c.amount::float as commission,
             (select sum(l.amount)::float from private.ledger l where l.booking_id = b.id) as ledger,
             (select e.amount::float from public.commission_earnings e where e.booking_id = b.id) as territory
        from private.charges p join public.bookings b on b.id = p.booking_id
        join public.referrals r on r.booking_id = b.id join public.commissions c on c.referral_id = r.id`
  )[0];
/** The whole price was refunded. */
const GIVEN_BACK = { refunded: 35_100, status: 'refunded', ledger: 0, commission: 0, territory: 0 };
const SOLD = { refunded: 0, payment: 'completed', commission: 35.1, ledger: 351, territory: 35.1 };
const ops = () => refundOperations(fixture.db);
interface Broken {
  rule: string;
  actual: number;
}
const broken = async () =>
  ((await brokenInvariants(fixture)) as Broken[]).map(({ rule, actual }) => [rule, Number(actual)]);
const waitsForPerson = (minor: number) => [['an operation at Stripe has failed for good', minor]];
const told = async () =>
  said(
    await fixture.db
      .sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox where dedupe_key like 'notification:refund-refused:%' and recipient = ${staff}`,
  ).map(({ message }) => message);

describe.each([
  ['and no longer counts', { counted: false }],
  ['while the charge still counts it', { counted: true }],
])('a refund that the bank returns, %s', (_name, how) => {
  test('is reversed in the books, someone is notified, and it is made when requested again', async () => {
    await refund(null);
    await work();
    expect(await books()).toMatchObject(GIVEN_BACK);
    checkout.stripe.failRefund(made(), how);
    const heard = event();
    await sync(heard);
    expect(await books()).toEqual({ ...SOLD, status: 'cancelled' });
    // The booking's seats were released and stay released.
    expect(await fixture.db.sql`select sold, held from public.departures`).toEqual([{ sold: 0, held: 0 }]);
    expect(await broken()).toEqual(waitsForPerson(35_100));
    expect(await told()).toEqual([expect.stringMatching(/a refund of Q351\.00 didn't go through/)]);

    // The event is received again, as the same and as different events, while the worker runs.
    for (const again of [heard, event(), event(undefined, 'charge.refund.updated'), undefined]) await sync(again);
    await work();
    expect(await books()).toEqual({ ...SOLD, status: 'cancelled' });
    expect(await told()).toHaveLength(1);

    await refund(null);
    await work();
    if (how.counted) {
      // Stripe refuses the refund, because earlier refunds don't count toward the amount.
      expect(await books()).toEqual({ ...SOLD, status: 'cancelled' });
      expect(await broken()).toEqual(waitsForPerson(35_100));
      expect(await told()).toHaveLength(2);
      return;
    }
    expect(await books()).toMatchObject(GIVEN_BACK);
    expect(await broken()).toEqual([]);
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(35_100);
    await sync(event());
    expect(await books()).toMatchObject({ refunded: 35_100 });
  });

  test('reverses one part and leaves the other', async () => {
    await refund(100);
    await refund(50);
    await work();
    checkout.stripe.failRefund(made(0), how);
    await sync(event());
    const first = checkout.stripe.refunds[0]?.amount ?? 0;
    expect(await books()).toMatchObject({
      refunded: 15_000 - first,
      ledger: 351 - (15_000 - first) / 100,
      status: 'paid',
    });
    expect(await broken()).toEqual(waitsForPerson(first));
  });

  test('stays reversed when an older reading arrives later', async () => {
    await refund(null);
    await work();
    const refunds = [{ id: made(), amount: 35_100, status: 'succeeded', operation: 'refund:1', reason: null }];
    checkout.stripe.failRefund(made(), how);
    await sync(event());
    await checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: paid.intent,
      p_status: 'succeeded',
      p_amount: 35_100,
      p_amount_received: 35_100,
      p_currency: 'gtq',
      p_event_id: 'evt_late',
      p_event_type: 'charge.refunded',
      p_hold_id: null,
      p_last_error: null,
      p_refunds: refunds,
    });
    expect(await books()).toEqual({ ...SOLD, status: 'cancelled' });
  });

  test('is no refund if the return is reported before we have recorded it', async () => {
    await refund(100);
    const [op] = (await checkout.deps.admin('claim_stripe_ops', { p_limit: 5, p_payment_intent_id: null })) as {
      id: number;
    }[];
    const { id } = await checkout.deps.stripe.refunds.create({
      payment_intent: paid.intent,
      amount: 10_000,
      metadata: { operation: 'refund:1' },
    });
    checkout.stripe.failRefund(id, how);
    await sync(event());
    await checkout.deps.admin('finish_stripe_op', { p_id: op?.id, p_outcome: 'done', p_error: null, p_stripe_id: id });
    expect(await books()).toEqual({ ...SOLD, status: 'paid' });
    expect(await ops()).toEqual([{ op: 'refund:1', state: 'failed', minor: 10_000 }]);
    expect(await told()).toHaveLength(1);
  });

  test('is found by the reconciler if its event was lost', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await refund(null);
    await work();
    checkout.stripe.failRefund(made(), how);
    const run = async () =>
      (
        await reconcile(post({}, undefined, { 'x-reconcile-secret': checkout.deps.reconcileSecret }), checkout.deps)
      ).json();
    expect(await run()).toMatchObject({ events_heard: 1, broken_invariants: 1 });
    expect(await books()).toEqual({ ...SOLD, status: 'cancelled' });
    expect(await run()).toMatchObject({ events_heard: 0 });
    expect(reported).toHaveBeenCalledWith(
      `Broken rule "an operation at Stripe has failed for good" at ${paid.intent}:refund:2: expected 0, is 35100. ` +
        'What to do: Try the refund again below, or refund the guest in Stripe or in cash',
    );
  });

  test("is reversed if it was made in Stripe's own dashboard and known, and otherwise never recorded", async () => {
    const known = checkout.stripe.refundExternally(paid.intent, 4000);
    await sync(event(undefined, 'charge.refunded'));
    expect(await books()).toMatchObject({ refunded: 4000 });
    const unknown = checkout.stripe.refundExternally(paid.intent, 1000);
    checkout.stripe.failRefund(unknown, how);
    checkout.stripe.failRefund(known, how);
    await sync(event());
    expect(await books()).toEqual({ ...SOLD, status: 'paid' });
    expect(await broken()).toEqual(waitsForPerson(4000));
  });
});

describe('a refund that Stripe will never make', () => {
  test("needs manual review after the first refusal if it is partly made in Stripe's own dashboard", async () => {
    await refund(null);
    checkout.stripe.refundExternally(paid.intent, 10_000);
    await work();
    // The completed part is in the ledger, and the rest of the promise needs manual review.
    expect(await books()).toMatchObject({ refunded: 10_000, ledger: 251, status: 'paid' });
    expect(await ops()).toEqual([
      { op: 'refund:1', state: 'failed', minor: 25_100 },
      { op: 'refund:2', state: 'done', minor: 10_000 },
    ]);
    expect(await broken()).toEqual(waitsForPerson(25_100));
    expect(await told()).toHaveLength(1);
    await refund(null);
    await work();
    expect(await books()).toMatchObject({ refunded: 35_100, ledger: 0, status: 'refunded' });
    expect(await broken()).toEqual([]);
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(35_100);
  });

  test('is settled and counts once if it is fully made there', async () => {
    await refund(null);
    checkout.stripe.refundExternally(paid.intent, 35_100);
    await work();
    expect(await told()).toEqual([]);
    for (let again = 0; again < 2; again++) {
      expect(await books()).toMatchObject({ refunded: 35_100, ledger: 0, status: 'refunded' });
      expect(await broken()).toEqual([]);
      await sync(event(undefined, 'charge.refunded'));
    }
  });

  test('is settled by a refund that a person makes there instead', async () => {
    await refund(100);
    await work();
    checkout.stripe.failRefund(made());
    await sync(event());
    expect(await broken()).toEqual(waitsForPerson(10_000));
    checkout.stripe.refundExternally(paid.intent, 10_000);
    await sync(event(undefined, 'charge.refunded'));
    expect(await books()).toMatchObject({ refunded: 10_000, ledger: 251 });
    expect(await broken()).toEqual([]);
  });

  test('is only retried while the balance is too low', async () => {
    await refund(null);
    checkout.stripe.failures = ['refuse'];
    await work();
    expect(await ops()).toEqual([{ op: 'refund:1', state: 'queued', minor: 35_100 }]);
    await work();
    expect(await books()).toMatchObject({ refunded: 35_100 });
  });
});

/**
 * Performs everything that can happen to a booking's money, in any order. Events arrive late, twice or with the
 * next one.
 */
const step = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), n: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constant('external' as const), n: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ do: fc.constant('fail' as const), n: fc.nat(5) }),
  fc.record({ do: fc.constantFrom('work' as const, 'lost' as const, 'hear' as const, 'hear' as const), n: fc.nat(3) }),
);

test('equals Stripe in the ledger after any order of requests, refunds, returns and events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const [user = ''] = await createUsers(fixture.db.sql, 1);
      await fixture.db.sql`update public.departures set capacity = capacity + 6`;
      paid = await payFor(fixture, checkout, user, { num_people: 2 });
      checkout.stripe.refunds.length = 0;
      const events: { id: string; type: string }[] = [];
      for (const { do: what, n } of steps) {
        const { stripe } = checkout;
        if (what === 'ask')
          await refund(n).catch(() => undefined); // more than is left
        else if (what === 'work') await work();
        else if (what === 'lost') {
          stripe.failures = ['after'];
          await work();
          stripe.failures = [];
        } else if (what === 'hear') await sync(events.at(-1 - n));
        else if (what === 'external') {
          try {
            stripe.refundExternally(paid.intent, n);
            events.push(event(undefined, 'charge.refunded'));
          } catch {
            // Nothing is left.
          }
        } else {
          const alive = stripe.refunds.filter(({ status }) => status === 'succeeded');
          const hit = alive[n % Math.max(1, alive.length)];
          if (hit) events.push(event(stripe.failRefund(hit.id, { counted: n % 2 === 0 })));
        }
      }
      for (let round = 0; round < 4; round++) {
        await work();
        await sync(event());
      }
      const given = checkout.stripe.refundedOf(paid.intent);
      const [row] = await fixture.db
        .sql`select refunded_minor::int as minor from private.charges where payment_intent_id = ${paid.intent}`;
      expect(row?.minor).toBe(given);
      const rules = ((await brokenInvariants(fixture)) as Broken[]).map(({ rule }) => rule);
      expect(rules.filter((rule) => rule !== 'an operation at Stripe has failed for good')).toEqual([]);
    }),
    { numRuns: byNight(12, 40), seed: 5 },
  );
});
