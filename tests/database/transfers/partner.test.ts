import { expect, test } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers, signedIn } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { accept, aFriend, invite } from './support.ts';

const context = contextForEachTest({ seats: 8 });

test("counts a partner's guest as booked, even after a transfer", async () => {
  const { fixture, user, checkout } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const { booking } = await payFor(fixture, checkout, user, {});
  const activity = async () => ((await call(fixture, partner, 'my_activity')) as { partner: object }).partner;
  expect(await activity()).toMatchObject({ referrals: 1, conversion_rate: 100 });
  const friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, user, booking, friend));
  expect(await activity()).toMatchObject({ referrals: 1, conversion_rate: 100 });
});

// A partner who takes over the ticket of their own guest travels themselves, so the commission falls away.
const shares = async (booking: string) => {
  const rows = await context.fixture.db.sql<{ party: string; amount: number }[]>`
    select party, sum(amount)::float as amount from private.ledger where booking_id = ${booking} group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ party, amount }) => [party, amount]));
};
const WITHOUT_PARTNER = { app: 17.55, operator: 140.4, partner: 0, territory: 17.55 };
const take = async (who: string, booking: string) =>
  accept(context.fixture, who, await invite(context.fixture, context.user, booking, who));
const statement = async (partner: string) => {
  const rows = await context.fixture.db.as(
    signedIn(partner),
    (sql) => sql`select amount::float, status, estimated from public.partner_activity(p_bookings => true)`,
  );
  return [...rows];
};

test('gives the operator the commission of a partner who takes the ticket of their own guest', async () => {
  const { fixture, user, checkout } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const { booking } = await payFor(fixture, checkout, user, {});
  expect(await shares(booking)).toEqual({ app: 17.55, operator: 122.85, partner: 17.55, territory: 17.55 });
  expect(await statement(partner)).toEqual([{ amount: 17.55, status: 'pending', estimated: false }]);
  await take(partner, booking);
  expect(await shares(booking)).toEqual(WITHOUT_PARTNER);
  expect(await statement(partner)).toEqual([{ amount: 0, status: 'cancelled', estimated: false }]);
  // It doesn't come back if they give the ticket on, nor with a refund.
  const friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, partner, booking, friend));
  expect(await shares(booking)).toEqual(WITHOUT_PARTNER);
  await context.refund(booking, 100);
  await context.work();
  expect(await shares(booking)).toMatchObject({ partner: 0 });
  expect(await statement(partner)).toEqual([{ amount: 0, status: 'cancelled', estimated: false }]);
});

test("gives the operator the partner's part of a refund that failed", async () => {
  const { fixture, user, checkout } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const { booking, intent } = await payFor(fixture, checkout, user, {});
  await context.refund(booking, 100);
  await context.work();
  await take(partner, booking);
  expect((await shares(booking)).partner).toBe(0);
  checkout.stripe.failRefund(checkout.stripe.refunds[0]?.id ?? '');
  const heard = { id: 'evt_failed', type: 'refund.failed' };
  await syncPayment(checkout.deps.stripe, checkout.deps.admin, intent, heard);
  expect(await shares(booking)).toEqual(WITHOUT_PARTNER);
  await context.refund(booking, 100);
  await context.work();
});

test('a booking of a partner who took it over earns no commission when it is paid', async () => {
  const { fixture, user } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const booking = await context.bookCash();
  expect(await statement(partner)).toEqual([{ amount: 17.55, status: 'pending', estimated: true }]);
  await take(partner, booking);
  expect(await statement(partner)).toEqual([{ amount: 0, status: 'cancelled', estimated: false }]);
  await context.setStatus(booking, 'paid');
  const { partner: none, ...others } = WITHOUT_PARTNER;
  expect([none, await shares(booking)]).toEqual([0, others]);
});

test('control: a friend who takes the ticket leaves the partner their commission', async () => {
  const { fixture, user, checkout } = context;
  const partner = await referUsers(fixture.db.sql, [user]);
  const { booking } = await payFor(fixture, checkout, user, {});
  await take(await aFriend(fixture), booking);
  expect((await shares(booking)).partner).toBe(17.55);
  expect(await statement(partner)).toMatchObject([{ amount: 17.55, status: 'pending' }]);
});
