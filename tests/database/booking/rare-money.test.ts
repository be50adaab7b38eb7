import { beforeEach, describe, expect, test } from 'vitest';
import { runOps, syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { confirm, payFor, startPayment } from './support/checkout.ts';
import { untilBlocked } from './support/concurrency.ts';
import { createUsers, grantRole, referUsers, signedIn, startsIn } from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking, refundOperations, workAtStripe } from './support/refund.ts';
import { statusCall } from './support/status.ts';

/** Rare cases that cost money if handled wrong. */
let staff: string;
checkoutForEachTest({ seats: 6, sound: true });
beforeEach(async () => {
  [staff = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, staff, 'territory_manager', 'rio');
});

const sync = (intent: string) => syncPayment(checkout.deps.stripe, checkout.deps.admin, intent);
const asStaff = (statement: string) => fixture.db.as(signedIn(staff), (sql) => sql.unsafe(statement));
const refund = (booking: string, amount: number | null) => refundBooking(fixture.db, staff, booking, amount);
/** Creates a booking for two with a refund of 100 that Stripe has finally refused. */
async function payAndFailRefund() {
  const paid = await payFor(fixture, checkout, user, { num_people: 2 });
  await refund(paid.booking, 100);
  await fixture.db.sql`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'`;
  return paid;
}
const ops = () => refundOperations(fixture.db);

const work = () => workAtStripe(fixture.db, checkout);

describe('a refund', () => {
  test('is not repeated if its response was lost before Stripe forgot the key', async () => {
    const paid = await payFor(fixture, checkout, user, { num_people: 2 });
    await refund(paid.booking, 100);
    checkout.stripe.failures = ['after'];
    await work();
    checkout.stripe.forgetKeys();
    await work();
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(10_000);
    expect(await ops()).toEqual([{ op: 'refund:1', state: 'done', minor: 10_000 }]);
    // Another refund of the same amount is separate.
    await refund(paid.booking, 100);
    await work();
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(20_000);
  });

  test('that Stripe refused for good stays promised when staff request a part of it again', async () => {
    const paid = await payAndFailRefund();
    await refund(paid.booking, 30);
    expect(await ops()).toEqual([
      { op: 'refund:1', state: 'queued', minor: 3000 },
      { op: 'refund:2', state: 'failed', minor: 7000 },
    ]);
    await refund(paid.booking, 70);
    await work();
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(10_000);
  });

  test('never gets the number of another, even of a cancelled one', async () => {
    const paid = await payAndFailRefund();
    // The refused part is requested again with the next refund. Then the booking is reinstated, and the refunds not
    // started are cancelled.
    await asStaff(`select public.staff_cancel_booking('${paid.booking}', 150)`);
    await fixture.db
      .sql`update private.stripe_ops set next_attempt_at = now() + interval '1 hour' where op = 'refund:1'`;
    await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 50 });
    await asStaff(`select ${statusCall(paid.booking, 'paid')}`);
    expect((await ops()).map(({ op }) => op)).toEqual(['refund:2']);
    await refund(paid.booking, 40);
    await work();
    expect((await ops()).map(({ op }) => op)).toEqual(['refund:2', 'refund:3']);
    expect(checkout.stripe.refundedOf(paid.intent)).toBe(9000);
    // Adds a refund made in Stripe's own dashboard.
    checkout.stripe.refundExternally(paid.intent, 1000);
    await sync(paid.intent);
    expect((await ops()).map(({ op }) => op)).toEqual(['refund:2', 'refund:3', 'refund:4']);
  });
});

test('refunds and records a charge in full that was captured in part by hand', async () => {
  const started = await startPayment(fixture, checkout, user, { num_people: 2 });
  checkout.stripe.authorise(started.intent);
  checkout.stripe.failures = ['before'];
  await confirm(checkout, started);
  Object.assign(checkout.stripe.get(started.intent), {
    status: 'succeeded',
    amount_received: 10_000,
    latest_charge: { amount_refunded: 0 },
  });
  await sync(started.intent);
  await work();
  const [payment] = await fixture.db.sql`select captured_minor::int, refunded_minor::int from private.charges`;
  expect(payment).toEqual({ captured_minor: 10_000, refunded_minor: 10_000 });
  expect(await fixture.db.sql`select status from public.bookings`).toEqual([{ status: 'refunded' }]);
  expect(await fixture.db.sql`select sold, held from public.departures`).toEqual([{ sold: 0, held: 0 }]);
});

test('never counts a debt as settled while we request from Stripe with a wrong key', async () => {
  const started = await startPayment(fixture, checkout, user);
  checkout.stripe.authorise(started.intent);
  checkout.stripe.failures = ['before'];
  await confirm(checkout, started);
  const intent = checkout.stripe.get(started.intent);
  checkout.stripe.intents.delete(started.intent);
  await work();
  checkout.stripe.intents.set(started.intent, intent);
  await work();
  expect(checkout.stripe.get(started.intent).status).toBe('succeeded');
  expect(await fixture.db.sql`select status from public.bookings`).toEqual([{ status: 'paid' }]);
});

test('reduces a commission whose payout was reversed by the refunds', async () => {
  await referUsers(fixture.db.sql, [user], 10);
  const paid = await payFor(fixture, checkout, user, { num_people: 2 });
  const payout = (status: string) =>
    asStaff(`select public.set_payout_status('${paid.booking}', 'partner', '${status}', current_date - 1, 'BI 88213',
      'Sent to the wrong account')`);
  const commission = async () => (await fixture.db.sql`select status, amount::float from public.commissions`)[0];
  await startsIn(fixture, paid.booking, -1);
  await payout('paid');
  await refund(paid.booking, 175.5);
  await work();
  expect(await commission()).toEqual({ status: 'paid', amount: 35.1 });
  await payout('pending');
  expect(await commission()).toEqual({ status: 'pending', amount: 17.55 });
});

test('cancels a share, and makes it due again, only with a reason that the audit log has', async () => {
  const paid = await payFor(fixture, checkout, user);
  const set = (status: string, reason: string) =>
    asStaff(`select public.set_payout_status('${paid.booking}', 'operator', '${status}', null, null, ${reason})`);
  const statuses = async () => (await fixture.db.sql`select operator_status from public.bookings`)[0]?.operator_status;
  for (const [status, reason] of [
    ['cancelled', 'Agreed with the guide'],
    ['pending', 'It was owed'],
  ] as const) {
    const before = await statuses();
    for (const none of ['null', `'  '`])
      await expect(set(status, none)).rejects.toMatchObject({ code: 'PT400', message: 'Please say why' });
    expect(await statuses()).toBe(before);
    await set(status, `' ${reason} '`);
    expect(await statuses()).toBe(status);
  }
  const logged = await fixture.db.sql`select detail ->> 'reason' as reason from public.audit_log
    where action = 'set_payout_status' order by id`;
  expect(logged).toEqual([{ reason: 'Agreed with the guide' }, { reason: 'It was owed' }]);
});

test('pays a share with date and reference, and reverses it with a reason', async () => {
  const paid = await payFor(fixture, checkout, user);
  await startsIn(fixture, paid.booking, -1);
  const set = (status: string, more: string) =>
    asStaff(`select public.set_payout_status('${paid.booking}', 'operator', '${status}', ${more})`);
  // Uses the date in Guatemala, because after six in the evening there `current_date` is already tomorrow.
  const today = `(now() at time zone 'America/Guatemala')::date`;
  const refused = { code: 'PT400', hint: 'invalid_input' };
  for (const [more, message] of [
    ['null', 'Please enter the date of the payment'],
    [`${today} - 1`, 'Please enter a reference'],
    [`${today} - 1, ' '`, 'Please enter a reference'],
    [`${today} + 2, 'BI 7'`, 'The date of the payment cannot be in the future'],
    [`${today} - 400, 'BI 7'`, 'The date of the payment is more than a year ago'],
  ] as const)
    await expect(set('paid', more)).rejects.toMatchObject({ ...refused, message });
  await set('paid', `${today} - 1, 'BI 7'`);
  await set('paid', `${today} - 1, 'BI 7'`);
  for (const other of [`${today} - 1, 'BI 8'`, `${today}, 'BI 7'`])
    await expect(set('paid', other)).rejects.toMatchObject({ code: 'PT409', hint: 'already_paid' });
  for (const status of ['pending', 'cancelled'])
    await expect(set(status, 'null')).rejects.toMatchObject({ ...refused, message: 'Please say why' });
  await set('pending', `null, null, 'Sent to the wrong account'`);
  expect(
    await fixture.db
      .sql`select reference, reason from public.payouts where party = 'operator' order by created_at, amount desc`,
  ).toMatchObject([
    { reference: 'BI 7', reason: null },
    { reference: 'BI 7', reason: 'Sent to the wrong account' },
  ]);
  // The payout is paid again. The reversed payout isn't the one that paid it.
  await set('paid', `${today} - 1, 'BI 9'`);
  await expect(set('paid', `${today} - 1, 'BI 7'`)).rejects.toMatchObject({ code: 'PT409', hint: 'already_paid' });
});

test("gives a first departure its time slot's seats, even while they change", async () => {
  const { sql } = fixture.db;
  let made: Promise<unknown> = Promise.resolve();
  await sql.begin(async (transaction) => {
    await transaction`update public.experience_timeslots set available_spots = 2 where id = ${fixture.slot}`;
    made = sql`
      select private.ensure_departure(${fixture.slot}, current_date + 40)`;
    await untilBlocked(sql, made);
  });
  await made;
  expect(await sql`select capacity from public.departures where service_date = current_date + 40`).toEqual([
    { capacity: 2 },
  ]);
});
