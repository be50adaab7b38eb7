import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { runOps } from '../../../supabase/functions/_shared/stripe.ts';
import { type Checkout, createCheckout, payFor, startPayment } from './support/checkout.ts';
import { rpcFor } from './support/rpc.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  createWorld,
  daysFromNow,
  departureOf,
  holdRequest,
  referUsers,
  signedIn,
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

const call = (who: string, name: string, booking: string, more: Record<string, unknown> = {}) =>
  rpcFor(world.db, signedIn(who))(name, { p_kind: 'experience', p_booking_id: booking, ...more }) as Promise<
    Record<string, unknown>
  >;
const setStatus = (booking: string, status: string, who = world.staff) =>
  call(who, 'set_booking_status', booking, { p_status: status });
const work = () => runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 20 });

async function statusOf(booking: string): Promise<string> {
  const [row] = await world.db
    .sql`select status || '/' || payment_status as s from public.bookings where id = ${booking}`;
  return row?.s as string;
}

async function ledgerTotal(booking: string): Promise<number> {
  const [row] = await world.db
    .sql`select coalesce(sum(amount), 0)::float as total from private.ledger where booking_id = ${booking}`;
  return row?.total as number;
}

async function startsIn(booking: string, hours: number): Promise<void> {
  await world.db.sql`update public.bookings set (booking_date, start_time) =
    (select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x) where id = ${booking}`;
}

async function bookCash(): Promise<string> {
  const hold = await createHold(world, user, holdRequest(world, { payment_method: 'cash' }));
  const result = (await rpcFor(world.db, signedIn(user))('book_cash', { p_hold_id: hold.hold_id })) as {
    booking_id: string;
  };
  return result.booking_id;
}

describe('a tourist cancels', () => {
  test.each([
    ['flexible', 25, 100],
    ['flexible', 23, 0],
    ['moderate', 73, 100],
    ['moderate', 25, 50],
    ['moderate', 23, 0],
    ['strict', 169, 50],
    ['strict', 167, 0],
  ])('%s, %i hours before: %i %%', async (policy, hours, percent) => {
    await world.db.sql`update public.experiences set cancellation_policy = ${policy} where id = ${world.experience}`;
    const { booking, intent } = await payFor(world, checkout, user);
    await startsIn(booking, hours);
    const amount = (175.5 * percent) / 100;
    expect(await call(user, 'quote_cancellation', booking)).toMatchObject({
      can_cancel: true,
      refund_percent: percent,
      refund_amount: amount,
    });
    expect(await call(user, 'cancel_booking', booking)).toMatchObject({ status: 'cancelled', refund_amount: amount });
    expect(await departureOf(world)).toMatchObject({ sold: 0 });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(amount * 100);
    expect(await ledgerTotal(booking)).toBeCloseTo(175.5 - amount, 2);
    expect(await statusOf(booking)).toBe(percent === 100 ? 'refunded/completed' : 'cancelled/completed');
  });

  test('twice, or twice at once: one refund, one mail', async () => {
    const { booking, intent } = await payFor(world, checkout, user);
    await Promise.all([1, 2, 3].map(() => call(user, 'cancel_booking', booking)));
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await departureOf(world)).toMatchObject({ sold: 0 });
    await processOutbox(checkout.deps);
    expect(checkout.mails.filter((mail) => mail.subject.startsWith('Cancelled'))).toHaveLength(1);
  });

  test('before the capture: the authorisation is let go, nothing is taken', async () => {
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
    await call(user, 'cancel_booking', row?.id);
    await work();
    expect(checkout.stripe.get(started.intent)).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await statusOf(row?.id)).toBe('cancelled/pending');
    expect(await departureOf(world)).toMatchObject({ sold: 0 });
  });

  test('not after the start, and not somebody else’s', async () => {
    const { booking } = await payFor(world, checkout, user);
    const [other = ''] = await createUsers(world.db.sql, 1);
    await expect(call(other, 'cancel_booking', booking)).rejects.toMatchObject({
      status: 404,
      code: 'booking_not_found',
    });
    await startsIn(booking, -1);
    await expect(call(user, 'cancel_booking', booking)).rejects.toMatchObject({
      status: 409,
      code: 'too_late_to_cancel',
    });
  });
});

describe('staff', () => {
  test('may set any status from any status', async () => {
    const { booking } = await payFor(world, checkout, user);
    const statuses = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show'];
    for (const from of statuses) {
      for (const to of statuses) {
        await setStatus(booking, from);
        expect(await setStatus(booking, to)).toMatchObject({ status: to, payment_status: 'completed' });
      }
    }
    expect(await ledgerTotal(booking)).toBe(175.5);
  });

  test('refunding or cancelling captured money really gives it back, in whole', async () => {
    const { booking, intent } = await payFor(world, checkout, user);
    expect(await setStatus(booking, 'refunded')).toMatchObject({ status: 'refunded', payment_status: 'completed' });
    expect(await departureOf(world)).toMatchObject({ sold: 0 });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await ledgerTotal(booking)).toBe(0);
  });

  test('a cancelled booking comes back only while there are seats, and its refund is called off', async () => {
    const { booking, intent } = await payFor(world, checkout, user, { num_people: 3 });
    await setStatus(booking, 'cancelled');
    await setStatus(booking, 'paid');
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(0);
    await setStatus(booking, 'cancelled');
    const [other = ''] = await createUsers(world.db.sql, 1);
    await createHold(world, other, holdRequest(world, { num_people: 2 }));
    await expect(setStatus(booking, 'paid')).rejects.toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('refund parts, never more than what is left', async () => {
    const partner = await referUsers(world.db.sql, [user], 10);
    const { booking, intent } = await payFor(world, checkout, user);
    for (const amount of [0.01, 50, 25.49]) await call(world.staff, 'refund_booking', booking, { p_amount: amount });
    await expect(call(world.staff, 'refund_booking', booking, { p_amount: 100.01 })).rejects.toMatchObject({
      status: 409,
      code: 'refund_too_large',
    });
    await work();
    expect(checkout.stripe.refundedOf(intent)).toBe(7550);
    expect(await ledgerTotal(booking)).toBeCloseTo(100, 2);
    expect(await statusOf(booking)).toBe('paid/completed');
    await call(world.staff, 'refund_booking', booking, { p_amount: null });
    await work();
    expect(await statusOf(booking)).toBe('refunded/completed');
    const balances = await world.db
      .sql`select party, sum(amount)::float as left from private.ledger where booking_id = ${booking} group by party`;
    expect(balances.every((row) => row.left === 0)).toBe(true);
    const [commission] = await world.db.sql`select amount::float, partner_id from public.commissions`;
    expect(commission).toEqual({ amount: 0, partner_id: partner });
  });

  test.each([[0], [-5], [0.001], [1e12]])('a refund of %d is refused', async (amount) => {
    const { booking } = await payFor(world, checkout, user);
    await expect(call(world.staff, 'refund_booking', booking, { p_amount: amount })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('of another territory, and everybody else, may not', async () => {
    const { booking } = await payFor(world, checkout, user);
    for (const who of [user, world.guide, world.shuttle]) {
      await expect(setStatus(booking, 'cancelled', who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
      await expect(call(who, 'refund_booking', booking, { p_amount: 1 })).rejects.toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    }
  });

  test('paying out the partner tells the partner, once', async () => {
    const partner = await referUsers(world.db.sql, [user]);
    const { booking } = await payFor(world, checkout, user);
    await expect(
      call(world.staff, 'set_payout_status', booking, { p_party: 'partner', p_status: 'paid' }),
    ).rejects.toMatchObject({ status: 403 });
    for (let i = 0; i < 2; i++)
      await call(world.manager, 'set_payout_status', booking, { p_party: 'partner', p_status: 'paid' });
    await processOutbox(checkout.deps);
    const told = await world.db.sql`select type, title, message from public.notifications where user_id = ${partner}`;
    expect([...told]).toEqual([
      {
        type: 'commission_paid',
        title: 'Commission Payment',
        message: 'Your commission for Castle & hot waterfall has been paid',
      },
    ]);
    const [commission] = await world.db.sql`select status from public.commissions`;
    expect(commission?.status).toBe('paid');
  });
});

describe('cash', () => {
  test('is ordered and pending, confirmed by mail, and written down when staff say it was paid', async () => {
    const booking = await bookCash();
    expect(await statusOf(booking)).toBe('ordered/pending');
    expect(await ledgerTotal(booking)).toBe(0);
    expect(await setStatus(booking, 'paid')).toMatchObject({ status: 'paid', payment_status: 'completed' });
    expect(await ledgerTotal(booking)).toBe(175.5);
    // The spec's rule to the letter: completed for paid and refunded, pending for everything else.
    expect(await setStatus(booking, 'confirmed')).toMatchObject({ payment_status: 'pending' });
    expect(await setStatus(booking, 'refunded')).toMatchObject({ payment_status: 'completed' });
    expect(await ledgerTotal(booking)).toBe(0);
    expect(await setStatus(booking, 'paid')).toMatchObject({ payment_status: 'completed' });
    expect(await ledgerTotal(booking)).toBe(175.5);
    expect(await setStatus(booking, 'ordered')).toMatchObject({ payment_status: 'pending' });
    expect(await ledgerTotal(booking)).toBe(0);
    await processOutbox(checkout.deps);
    // When it was made, and when it came back from 'refunded'.
    expect(checkout.mails.filter((mail) => mail.subject.startsWith('Your booking'))).toHaveLength(2);
  });

  test('three open ones a user, no more; asking again for the same hold books once', async () => {
    for (let i = 0; i < 3; i++) await bookCash();
    await expect(createHold(world, user, holdRequest(world, { payment_method: 'cash' }))).rejects.toMatchObject({
      code: 'PT429',
      hint: 'too_many_cash_bookings',
    });
    const [other = ''] = await createUsers(world.db.sql, 1);
    const hold = await createHold(world, other, holdRequest(world, { payment_method: 'cash' }));
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => rpcFor(world.db, signedIn(other))('book_cash', { p_hold_id: hold.hold_id })),
    );
    expect(new Set(ids.map((id) => (id as { booking_id: string }).booking_id)).size).toBe(1);
  });

  test('is not taken where it is not offered', async () => {
    await world.db.sql`update public.experiences set cash_allowed = false where id = ${world.experience}`;
    await expect(createHold(world, user, holdRequest(world, { payment_method: 'cash' }))).rejects.toMatchObject({
      hint: 'invalid_input',
    });
  });
});

describe('departures', () => {
  const staffCall = (name: string, more: Record<string, unknown>) =>
    rpcFor(world.db, signedIn(world.staff))(name, {
      p_kind: 'experience',
      p_service_id: world.experience,
      p_timeslot_id: world.slot,
      p_date: world.date,
      ...more,
    });

  test('show the seats of each date, and none once they are closed', async () => {
    await payFor(world, checkout, user, { num_people: 3 });
    const list = () =>
      rpcFor(world.db, { role: 'anon' })('get_departures', {
        p_experience_id: world.experience,
        p_from: world.date,
        p_to: daysFromNow(9),
      }) as Promise<{ available: number; closed: boolean }[]>;
    expect((await list()).map((row) => row.available)).toEqual([1, 4, 4]);
    await staffCall('close_departure', { p_closed: true });
    expect((await list())[0]).toMatchObject({ available: 0, closed: true });
    const [other = ''] = await createUsers(world.db.sql, 1);
    await expect(createHold(world, other)).rejects.toMatchObject({ code: 'PT409', hint: 'departure_closed' });
  });

  test('keep the seats that are taken when staff change their number', async () => {
    await payFor(world, checkout, user, { num_people: 3 });
    await expect(staffCall('set_departure_capacity', { p_capacity: 2 })).rejects.toMatchObject({
      status: 409,
      code: 'capacity_below_sold',
    });
    await staffCall('set_departure_capacity', { p_capacity: 3 });
    const [other = ''] = await createUsers(world.db.sql, 1);
    await expect(createHold(world, other)).rejects.toMatchObject({ hint: 'sold_out' });
  });
});
