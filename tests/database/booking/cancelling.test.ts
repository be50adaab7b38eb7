import { describe, expect, test } from 'vitest';
import { type CancellationPolicy, REFUND_STEPS } from '../../../src/features/catalogue/cancellation-policy.ts';
import { confirm, payFor, startPayment } from './support/checkout.ts';
import { contextForEachTest, type Json } from './support/context.ts';
import {
  createHold,
  createUsers,
  departureOf,
  holdRequest,
  referUsers,
  rideOf,
  setCommission,
  signedIn,
} from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest({ seats: 4 });
const quote = (booking: string) => context.call(context.user, 'quote_cancellation', booking);
const refunds = (who: string, bookings: string[]) =>
  rpcFor(context.fixture.db, signedIn(who))('my_ticket_money', { p_booking_ids: bookings }) as Promise<Json[]>;

describe('the cancellation policy', () => {
  test('is the same table in the database and on the pages', async () => {
    for (const [policy, steps] of Object.entries(REFUND_STEPS) as [CancellationPolicy, readonly Json[]][]) {
      const rows = await context.fixture.db
        .sql`select percent, hours from private.refund_steps(${policy}) order by percent desc`;
      expect([...rows]).toEqual([...steps]);
    }
  });

  test('counts the exact hour as early enough, and nothing later', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    // now() is constant within a transaction.
    const percent = async (policy: string, before: string) => {
      const [row] = await context.fixture.db.sql`
        select private.refund_percent(jsonb_populate_record(b, jsonb_build_object('cancellation_policy', ${policy}::text,
            'booking_date', s.at::date, 'start_time', s.at::time))) as percent
          from private.booking_facts b, (select (now() + ${before}::interval) at time zone 'America/Guatemala' as at) s
         where b.id = ${booking}`;
      return row?.percent;
    };
    for (const [policy, steps] of Object.entries(REFUND_STEPS)) {
      for (const [n, step] of steps.entries()) {
        expect(await percent(policy, `${step.hours} hours`)).toBe(step.percent);
        expect(await percent(policy, `${step.hours - 1} hours 59 minutes 59 seconds`)).toBe(steps[n + 1]?.percent ?? 0);
      }
    }
  });

  test('is fixed when the seats are held, shown with them, and kept by the booking', async () => {
    const hold = await createHold(context.fixture, context.user);
    expect(hold).toMatchObject({ cancellation_policy: 'moderate' });
    await context.fixture.db.sql`update public.experiences set cancellation_policy = 'strict'`;
    await context.fixture.db.sql`update private.holds set payment_method = 'cash' where id = ${hold.hold_id}`;
    await rpcFor(context.fixture.db, signedIn(context.user))('book_cash', { p_hold_id: hold.hold_id });
    const [booking] = await context.fixture.db.sql`select cancellation_policy from public.bookings`;
    expect(booking?.cancellation_policy).toBe('moderate');
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    expect(await createHold(context.fixture, other)).toMatchObject({ cancellation_policy: 'strict' });
  });

  test('is shown with its fee and its deadlines', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user, { num_people: 2 });
    await context.startsIn(booking, 48);
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

describe('a cancellation by a tourist', () => {
  test('refunds the amount shown, and has to be confirmed again if it has changed', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    const shown = await quote(booking);
    expect(shown.refund_amount).toBe(175.5);
    await context.startsIn(booking, 30);
    const stale = context.call(context.user, 'cancel_booking', booking, { p_refund_amount: shown.refund_amount });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'quote_changed' });
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 1 });
    const again = await quote(booking);
    expect(again.refund_amount).toBe(87.75);
    const done = await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: again.refund_amount });
    expect(done).toMatchObject({ status: 'cancelled', refund_amount: 87.75, fee_amount: 87.75 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(8775);
  });

  test('returns the same response and one refund when repeated after a lost response', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    const first = await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    const second = await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    await context.work();
    const third = await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    for (const answer of [first, second, third]) expect(answer).toMatchObject({ refund_amount: 175.5, fee_amount: 0 });
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('returns the result of staff who cancelled in the meantime, not the refund that the page showed', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await context.call(context.fixture.staff, 'staff_cancel_booking', booking, { p_refund_amount: 0 });
    const stale = context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'quote_changed' });
    expect(await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 0 })).toMatchObject({
      status: 'cancelled',
      refund_amount: 0,
    });
  });

  test('shows the refund in progress, then refunded, only to the tourist', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    expect(await refunds(context.user, [booking])).toMatchObject([{ refunded: '0.00', on_its_way: '0.00' }]);
    await context.call(context.user, 'cancel_booking', booking);
    expect(await refunds(context.user, [booking])).toMatchObject([
      { refunded: '0.00', on_its_way: '175.50', delayed: false },
    ]);
    expect(await refunds(other, [booking])).toEqual([]);
    await context.fixture.db.sql`update private.stripe_ops set state = 'failed' where op like 'refund:%'`;
    expect(await refunds(context.user, [booking])).toMatchObject([{ on_its_way: '175.50', delayed: true }]);
    await context.fixture.db
      .sql`update private.stripe_ops set state = 'queued', next_attempt_at = now() where op like 'refund:%'`;
    await context.work();
    expect(await refunds(context.user, [booking])).toMatchObject([{ refunded: '175.50', on_its_way: '0.00' }]);
  });

  test('works for a ride, and notifies its shuttle managers', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user, rideOf(context.fixture));
    const done = await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 120 });
    expect(done).toMatchObject({ status: 'cancelled', refund_amount: 120 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(12_000);
    const told = await context.fixture.db
      .sql`select recipient from private.outbox where dedupe_key like 'notification:cancelled-host:%'`;
    expect(told.map((row) => row.recipient)).toEqual([context.fixture.shuttle]);
  });
});

describe('a cancellation by staff', () => {
  const cancel = (booking: string, amount: number | null, who = context.fixture.staff) =>
    context.call(who, 'staff_cancel_booking', booking, { p_refund_amount: amount });

  test.each([
    [null, 175.5, 'refunded'],
    [0, 0, 'cancelled'],
    [75.25, 75.25, 'cancelled'],
  ])('refunds %s of Q175.50, whatever the policy', async (amount, back, status) => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(booking, 2);
    expect(await cancel(booking, amount)).toMatchObject({ status: 'cancelled', refund_amount: back });
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 0 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(back * 100);
    const [row] = await context.fixture.db.sql`select status from public.bookings where id = ${booking}`;
    expect(row?.status).toBe(status);
    // A repeated request after a lost answer gets the same result. A different amount is neither refunded nor
    // reported.
    expect(await cancel(booking, back)).toMatchObject({ status, refund_amount: back });
    await expect(cancel(booking, 10)).rejects.toMatchObject({ status: 409, code: 'quote_changed' });
    if (back === 175.5) expect(await cancel(booking, null)).toMatchObject({ status });
    else await expect(cancel(booking, null)).rejects.toMatchObject({ status: 409, code: 'quote_changed' });
  });

  test('refuses more than what is left, and invalid amounts', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await expect(cancel(booking, 175.51)).rejects.toMatchObject({ status: 409, code: 'refund_too_large' });
    for (const amount of [-1, 0.001, 1e12])
      await expect(cancel(booking, amount)).rejects.toMatchObject({ status: 400 });
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 1 });
  });

  test('releases the authorisation before the capture', async () => {
    const { booking, intent } = await context.bookUncaptured();
    await cancel(booking, 0);
    await context.work();
    expect(context.checkout.stripe.get(intent)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  test('is only possible in their own territory', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    for (const who of [context.user, context.fixture.guide, context.fixture.shuttle]) {
      await expect(cancel(booking, null, who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
  });
});

describe('a referred booking', () => {
  const commission = async () => {
    const [row] = await context.fixture.db.sql`select amount::float, status from public.commissions`;
    return row;
  };

  test('is attributed when it is made, even in cash, and earns the commission when it is paid', async () => {
    await referUsers(context.fixture.db.sql, [context.user]);
    const hold = await createHold(
      context.fixture,
      context.user,
      holdRequest(context.fixture, { payment_method: 'cash' }),
    );
    await rpcFor(context.fixture.db, signedIn(context.user))('book_cash', { p_hold_id: hold.hold_id });
    const [referral] = await context.fixture.db
      .sql`select r.booking_id, b.id from public.referrals r join public.bookings b on b.id = r.booking_id`;
    expect(referral?.id).toBeDefined();
    expect(await commission()).toBeUndefined();
    await context.setStatus(referral?.id, 'paid');
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
    expect(await context.fixture.db.sql`select 1 from public.referrals`).toHaveLength(1);
  });

  test('keeps the rate from the time of booking', async () => {
    const partner = await referUsers(context.fixture.db.sql, [context.user], 10);
    const started = await startPayment(context.fixture, context.checkout, context.user);
    await setCommission(context.fixture.db.sql, partner, 20);
    context.checkout.stripe.authorise(started.intent);
    await confirm(context.checkout, started);
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
  });

  test('reverses its commission in proportion to the refund', async () => {
    await referUsers(context.fixture.db.sql, [context.user], 10);
    const { booking } = await payFor(context.fixture, context.checkout, context.user, { num_people: 2 });
    expect(await commission()).toEqual({ amount: 35.1, status: 'pending' });
    await context.startsIn(booking, 30);
    await context.call(context.user, 'cancel_booking', booking);
    await context.work();
    expect(await commission()).toEqual({ amount: 17.55, status: 'pending' });
    const shares = await context.fixture.db.sql`
      select party, sum(amount)::float as left from private.ledger where booking_id = ${booking} group by party order by party`;
    expect([...shares]).toEqual([
      { party: 'app', left: 17.55 },
      { party: 'operator', left: 122.85 },
      { party: 'partner', left: 17.55 },
      { party: 'territory', left: 17.55 },
    ]);
  });
});
