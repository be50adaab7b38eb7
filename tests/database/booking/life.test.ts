import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { said } from '../../support/notices.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  departureOf,
  holdRequest,
  referUsers,
  startsIn,
} from './support/fixture.ts';

const context = contextForEachTest({ seats: 4 });

describe("a tourist's cancellation", () => {
  test.each([
    ['flexible', 25, 100],
    ['flexible', 23, 0],
    ['moderate', 73, 100],
    ['moderate', 25, 50],
    ['moderate', 23, 0],
    ['strict', 169, 50],
    ['strict', 167, 0],
  ])('follows the %s policy %i hours before: %i %%', async (policy, hours, percent) => {
    await context.fixture.db
      .sql`update public.experiences set cancellation_policy = ${policy} where id = ${context.fixture.experience}`;
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(booking, hours);
    const amount = (175.5 * percent) / 100;
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({
      can_cancel: true,
      refund_percent: percent,
      refund_amount: amount,
    });
    expect(await context.call(context.user, 'cancel_booking', booking)).toMatchObject({
      status: 'cancelled',
      refund_amount: amount,
    });
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 0 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(amount * 100);
    expect(await context.ledgerTotal(booking)).toBeCloseTo(175.5 - amount, 2);
    expect(await context.statusOf(booking)).toBe(percent === 100 ? 'refunded/completed' : 'cancelled/completed');
  });

  test('makes one refund and one email when repeated, later or at the same time', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    await Promise.all([1, 2, 3].map(() => context.call(context.user, 'cancel_booking', booking)));
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 0 });
    await processOutbox(context.checkout.deps);
    expect(context.checkout.mails.filter((mail) => mail.subject.startsWith('Cancelled'))).toHaveLength(1);
  });

  test('releases the authorisation before the capture, and charges nothing', async () => {
    const { booking, intent } = await context.bookUncaptured();
    await context.call(context.user, 'cancel_booking', booking);
    await context.work();
    expect(context.checkout.stripe.get(intent)).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await context.statusOf(booking)).toBe('cancelled/pending');
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 0 });
  });

  test("is refused after the start, and for another person's booking", async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    await expect(context.call(other, 'cancel_booking', booking)).rejects.toMatchObject({
      status: 404,
      code: 'booking_not_found',
    });
    await context.startsIn(booking, -1);
    await expect(context.call(context.user, 'cancel_booking', booking)).rejects.toMatchObject({
      status: 409,
      code: 'too_late_to_cancel',
    });
  });
});

describe('staff', () => {
  test('can set any status from any status', async () => {
    // Raises the limit, because one person can't make this many in a day (booking-floods.test.ts).
    await context.fixture.db.sql`update private.limits set value = 1000 where name = 'booking_change.same_day'`;
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(booking, -0.1);
    const statuses = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show'];
    for (const from of statuses) {
      for (const to of statuses) {
        await context.setStatus(booking, from);
        expect(await context.setStatus(booking, to)).toMatchObject({ status: to, payment_status: 'completed' });
      }
    }
    expect(await context.ledgerTotal(booking)).toBe(175.5);
  });

  test('refund captured money in full by refunding or cancelling', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    expect(await context.setStatus(booking, 'refunded')).toMatchObject({
      status: 'refunded',
      payment_status: 'completed',
    });
    expect(await departureOf(context.fixture)).toMatchObject({ sold: 0 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await context.ledgerTotal(booking)).toBe(0);
  });

  test('can reinstate a cancelled booking only while there are seats, which stops its refund', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user, { num_people: 3 });
    await context.setStatus(booking, 'cancelled');
    await context.setStatus(booking, 'paid');
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(0);
    await context.setStatus(booking, 'cancelled');
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    await createHold(context.fixture, other, holdRequest(context.fixture, { num_people: 2 }));
    await expect(context.setStatus(booking, 'paid')).rejects.toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('refund parts, never more than what is left', async () => {
    const partner = await referUsers(context.fixture.db.sql, [context.user], 10);
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    for (const amount of [0.01, 50, 25.49]) await context.refund(booking, amount);
    await expect(context.refund(booking, 100.01)).rejects.toMatchObject({
      status: 409,
      code: 'refund_too_large',
    });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(7550);
    expect(await context.ledgerTotal(booking)).toBeCloseTo(100, 2);
    expect(await context.statusOf(booking)).toBe('paid/completed');
    await context.refund(booking, null);
    await context.work();
    expect(await context.statusOf(booking)).toBe('refunded/completed');
    const balances = await context.fixture.db
      .sql`select party, sum(amount)::float as left from private.ledger where booking_id = ${booking} group by party`;
    expect(balances.every((row) => row.left === 0)).toBe(true);
    const [commission] = await context.fixture.db.sql`select amount::float, partner_id from public.commissions`;
    expect(commission).toEqual({ amount: 0, partner_id: partner });
  });

  test.each([[0], [-5], [0.001], [1e12]])("can't refund %d", async (amount) => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await expect(context.refund(booking, amount)).rejects.toMatchObject({ status: 400 });
  });

  test('refuses changes by staff of another territory, and everyone else', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    for (const who of [context.user, context.fixture.guide, context.fixture.shuttle]) {
      await expect(context.setStatus(booking, 'cancelled', who)).rejects.toMatchObject({
        status: 403,
        code: 'forbidden',
      });
      await expect(context.refund(booking, 1, who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
  });

  test('notify the partner once by paying them', async () => {
    const partner = await referUsers(context.fixture.db.sql, [context.user]);
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await startsIn(context.fixture, booking, -1);
    await expect(
      context.call(context.fixture.staff, 'set_payout_status', booking, { p_party: 'partner', p_status: 'paid' }),
    ).rejects.toMatchObject({ status: 403 });
    for (let i = 0; i < 2; i++)
      await context.call(context.fixture.manager, 'set_payout_status', booking, {
        p_party: 'partner',
        p_status: 'paid',
        p_paid_on: daysFromNow(0),
        p_reference: 'BI 88213',
      });
    await processOutbox(context.checkout.deps);
    const told = await context.fixture.db
      .sql`select type, wording, params from public.notifications where user_id = ${partner}`;
    expect(said(told)).toEqual([
      {
        type: 'commission_paid',
        title: 'Commission Payment',
        message: 'Your commission for Castle & hot waterfall has been paid',
      },
    ]);
    const [commission] = await context.fixture.db.sql`select status from public.commissions`;
    expect(commission?.status).toBe('paid');
  });
});
