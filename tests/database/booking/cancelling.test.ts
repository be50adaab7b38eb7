import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CancellationPolicy, REFUND_STEPS } from '../../../src/lib/cancellation.ts';
import { runOps } from '../../../supabase/functions/_shared/stripe.ts';
import { type Checkout, confirm, createCheckout, payFor, startPayment } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  createWorld,
  departureOf,
  holdRequest,
  referUsers,
  signedIn,
  transportRequest,
  type World,
} from './support/world.ts';

let world: World;
let checkout: Checkout;
let user: string;
beforeEach(async () => {
  world = await createWorld({ seats: 4 });
  checkout = createCheckout(world);
  [user = ''] = await createUsers(world.db.sql, 1);
});
afterEach(async () => {
  expect(await brokenInvariants(world)).toEqual([]);
  await world.db.drop();
});

type Json = Record<string, unknown>;
const call = (who: string, name: string, booking: string, more: Json = {}, kind = 'experience') =>
  rpcFor(world.db, signedIn(who))(name, { p_kind: kind, p_booking_id: booking, ...more }) as Promise<Json>;
const quote = (booking: string) => call(user, 'quote_cancellation', booking);
const work = () => runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 20 });
const refunds = (who: string, bookings: string[]) =>
  rpcFor(world.db, signedIn(who))('my_refunds', { p_booking_ids: bookings }) as Promise<Json[]>;
const ride = () => transportRequest(world, { request_key: undefined, passenger_details: [{ name: 'Ana' }] }) as Json;

async function startsIn(booking: string, hours: number): Promise<void> {
  await world.db.sql`update public.bookings set (booking_date, start_time) =
    (select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x) where id = ${booking}`;
}

describe('the policy', () => {
  test('is the same table in the database and on the pages', async () => {
    for (const [policy, steps] of Object.entries(REFUND_STEPS) as [CancellationPolicy, readonly Json[]][]) {
      const rows = await world.db.sql`select percent, hours from private.refund_steps(${policy}) order by percent desc`;
      expect([...rows]).toEqual([...steps]);
    }
  });

  test('is frozen when the seats are taken, shown with them, and kept by the booking', async () => {
    const hold = await createHold(world, user);
    expect(hold).toMatchObject({ cancellation_policy: 'moderate' });
    await world.db.sql`update public.experiences set cancellation_policy = 'strict'`;
    await world.db.sql`update private.holds set payment_method = 'cash' where id = ${hold.hold_id}`;
    await rpcFor(world.db, signedIn(user))('book_cash', { p_hold_id: hold.hold_id });
    const [booking] = await world.db.sql`select cancellation_policy from public.bookings`;
    expect(booking?.cancellation_policy).toBe('moderate');
    const [other = ''] = await createUsers(world.db.sql, 1);
    expect(await createHold(world, other)).toMatchObject({ cancellation_policy: 'strict' });
  });

  test('is told with its fee and its deadlines', async () => {
    const { booking } = await payFor(world, checkout, user, { num_people: 2 });
    await startsIn(booking, 48);
    const terms = await quote(booking);
    expect(terms).toMatchObject({
      can_cancel: true,
      paid_amount: 351,
      refund_percent: 50,
      refund_amount: 175.5,
      fee_amount: 175.5,
      time_zone: 'America/Guatemala',
    });
    const start = Date.parse(String(terms.starts_at));
    expect(Date.parse(String(terms.deadline))).toBe(start - 24 * 3_600_000);
    expect(terms.steps).toEqual([
      { percent: 100, until: expect.any(String) },
      { percent: 50, until: terms.deadline },
    ]);
  });
});

describe('a tourist cancels', () => {
  test('for what was shown, and is asked again when that has changed', async () => {
    const { booking, intent } = await payFor(world, checkout, user);
    const shown = await quote(booking);
    expect(shown.refund_amount).toBe(175.5);
    await startsIn(booking, 30);
    const stale = call(user, 'cancel_booking', booking, { p_refund_amount: shown.refund_amount });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'quote_changed' });
    expect(await departureOf(world)).toMatchObject({ sold: 1 });
    const again = await quote(booking);
    expect(again.refund_amount).toBe(87.75);
    const done = await call(user, 'cancel_booking', booking, { p_refund_amount: again.refund_amount });
    expect(done).toMatchObject({ status: 'cancelled', refund_amount: 87.75, fee_amount: 87.75 });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(8775);
  });

  test('again after a lost answer: the same answer, one refund', async () => {
    const { booking, intent } = await payFor(world, checkout, user);
    const first = await call(user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    const second = await call(user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    await work();
    const third = await call(user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    for (const answer of [first, second, third]) expect(answer).toMatchObject({ refund_amount: 175.5, fee_amount: 0 });
    expect(checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('and sees the refund on its way, then refunded; nobody else does', async () => {
    const { booking } = await payFor(world, checkout, user);
    const [other = ''] = await createUsers(world.db.sql, 1);
    expect(await refunds(user, [booking])).toEqual([]);
    await call(user, 'cancel_booking', booking);
    expect(await refunds(user, [booking])).toMatchObject([{ refunded: '0.00', on_its_way: '175.50', delayed: false }]);
    expect(await refunds(other, [booking])).toEqual([]);
    await world.db.sql`update private.stripe_ops set state = 'failed' where op like 'refund:%'`;
    expect(await refunds(user, [booking])).toMatchObject([{ on_its_way: '175.50', delayed: true }]);
    await world.db
      .sql`update private.stripe_ops set state = 'queued', next_attempt_at = now() where op like 'refund:%'`;
    await work();
    expect(await refunds(user, [booking])).toMatchObject([{ refunded: '175.50', on_its_way: '0.00' }]);
  });

  test('a ride too, and its shuttle managers hear of it', async () => {
    const { booking, intent } = await payFor(world, checkout, user, ride());
    const done = await call(user, 'cancel_booking', booking, { p_refund_amount: 120 }, 'transport');
    expect(done).toMatchObject({ status: 'cancelled', refund_amount: 120 });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(12_000);
    const told = await world.db
      .sql`select recipient from private.outbox where dedupe_key like 'notification:cancelled-host:%'`;
    expect(told.map((row) => row.recipient)).toEqual([world.shuttle]);
  });
});

describe('staff cancel', () => {
  const cancel = (booking: string, amount: number | null, who = world.staff) =>
    call(who, 'staff_cancel_booking', booking, { p_refund_amount: amount });

  test.each([
    [null, 175.5, 'refunded'],
    [0, 0, 'cancelled'],
    [75.25, 75.25, 'cancelled'],
  ])('and give back %s of Q175.50, whatever the policy says', async (amount, back, status) => {
    const { booking, intent } = await payFor(world, checkout, user);
    await startsIn(booking, 2);
    expect(await cancel(booking, amount)).toMatchObject({ status: 'cancelled', refund_amount: back });
    expect(await departureOf(world)).toMatchObject({ sold: 0 });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(back * 100);
    const [row] = await world.db.sql`select status from public.bookings where id = ${booking}`;
    expect(row?.status).toBe(status);
    expect(await cancel(booking, 10)).toMatchObject({ status });
  });

  test('never more than what is left, nor an amount that is none', async () => {
    const { booking } = await payFor(world, checkout, user);
    await expect(cancel(booking, 175.51)).rejects.toMatchObject({ status: 409, code: 'refund_too_large' });
    for (const amount of [-1, 0.001, 1e12])
      await expect(cancel(booking, amount)).rejects.toMatchObject({ status: 400 });
    expect(await departureOf(world)).toMatchObject({ sold: 1 });
  });

  test('before the capture, the authorisation goes', async () => {
    const started = await startPayment(world, checkout, user);
    checkout.stripe.authorise(started.intent);
    await checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: started.intent,
      p_status: 'requires_capture',
      p_amount: 17_550,
      p_amount_received: 0,
      p_currency: 'gtq',
    });
    const [row] = await world.db.sql`select id from public.bookings`;
    await cancel(row?.id, 0);
    await work();
    expect(checkout.stripe.get(started.intent)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  test('only of their own territory', async () => {
    const { booking } = await payFor(world, checkout, user);
    for (const who of [user, world.guide, world.shuttle]) {
      await expect(cancel(booking, null, who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
  });
});

describe('a referred booking', () => {
  const commission = async () => {
    const [row] = await world.db.sql`select amount::float, status from public.commissions`;
    return row;
  };

  test('is attributed when it is made, in cash too; the commission comes with the money', async () => {
    await referUsers(world.db.sql, [user]);
    const hold = await createHold(world, user, holdRequest(world, { payment_method: 'cash' }));
    await rpcFor(world.db, signedIn(user))('book_cash', { p_hold_id: hold.hold_id });
    const [referral] = await world.db
      .sql`select r.booking_id, b.id from public.referrals r join public.bookings b on b.id = r.booking_id`;
    expect(referral?.id).toBeDefined();
    expect(await commission()).toBeUndefined();
    await call(world.staff, 'set_booking_status', referral?.id, { p_status: 'paid' });
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
    expect(await world.db.sql`select 1 from public.referrals`).toHaveLength(1);
  });

  test('keeps the rate it was booked at', async () => {
    const partner = await referUsers(world.db.sql, [user], 10);
    const started = await startPayment(world, checkout, user);
    await world.db.sql`update public.profiles set commission_level = 20 where id = ${partner}`;
    checkout.stripe.authorise(started.intent);
    await confirm(checkout, started);
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
  });

  test('gives back its commission with the refund, in proportion', async () => {
    await referUsers(world.db.sql, [user], 10);
    const { booking } = await payFor(world, checkout, user, { num_people: 2 });
    expect(await commission()).toEqual({ amount: 35.1, status: 'pending' });
    await startsIn(booking, 30);
    await call(user, 'cancel_booking', booking);
    await work();
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
    const shares = await world.db.sql`
      select party, sum(amount)::float as left from private.ledger where booking_id = ${booking} group by party order by party`;
    expect([...shares]).toEqual([
      { party: 'app', left: 17.55 },
      { party: 'operator', left: 122.85 },
      { party: 'partner', left: 17.55 },
      { party: 'territory', left: 17.55 },
    ]);
  });
});
