import { expect, test } from 'vitest';
import { giveRole } from './access/fixture.ts';
import { payFor } from './booking/support/checkout.ts';
import { contextForEachTest } from './booking/support/context.ts';
import { createUsers, refusal } from './booking/support/fixture.ts';
import { call, type Json } from './departures/support.ts';

// Tests the period by payment date, and the lists behind the figures of the finances.

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const rows = async (name: string, more: Json, who = context.fixture.manager) =>
  (await call(context.fixture, who, name, { p_territory_id: 'rio', ...more })) as unknown as Json[];
const ids = async (more: Json) => (await rows('territory_bookings', more)).map(({ id }) => id).sort();

/** A booking that was paid in January at 11 PM in Guatemala, which is February in UTC, and one paid in February. */
async function twoPayments() {
  const { fixture, checkout } = context;
  const [other = ''] = await createUsers(sql(), 1);
  const january = await payFor(fixture, checkout, context.user);
  const february = await payFor(fixture, checkout, other, { num_people: 2 });
  await sql()`update private.ledger set created_at = '2026-02-01T05:00:00Z' where booking_id = ${january.booking}`;
  await sql()`update private.ledger set created_at = '2026-02-01T06:00:00Z' where booking_id = ${february.booking}`;
  return { january, february };
}

test('the period by payment date has the bookings that were first paid then, by the clock of the region', async () => {
  const { january, february } = await twoPayments();
  const cash = await context.bookCash();
  const of = (month: string, last: string) => ({ p_by: 'payment', p_from: `${month}-01`, p_to: last });
  expect(await ids(of('2026-01', '2026-01-31'))).toEqual([january.booking]);
  expect(await ids(of('2026-02', '2026-02-28'))).toEqual([february.booking]);
  // Without days it has everything that was paid, and the period of the trips has the unpaid one too.
  expect(await ids({ p_by: 'payment' })).toEqual([january.booking, february.booking].sort());
  const day = context.fixture.date;
  const byTrip = { p_by: 'trip', p_from: day, p_to: day };
  expect(await ids(byTrip)).toEqual([january.booking, february.booking, cash].sort());
  expect(await ids({ ...of('2026-01', '2026-01-31'), p_search: 'castle' })).toEqual([january.booking]);
  const january2026 = of('2026-01', '2026-01-31');
  expect(await rows('territory_booking_totals', january2026)).toMatchObject([{ bookings: '1', revenue: '175.50' }]);
  expect(await rows('territory_revenue', { p_by: 'payment' })).toMatchObject([
    { operator: '140.40' },
    { operator: '280.80' },
  ]);
  expect(await rows('my_earnings', january2026)).toMatchObject([{ booking_id: january.booking }]);
  expect(await rows('my_earning_totals', january2026)).toMatchObject([{ earnings: '1', pending: '17.55' }]);
  expect((await refusal(rows('territory_bookings', { p_by: 'moon' }))).code).toBe('invalid_input');
});

test('staff list the bookings paid in a period, and people of another region none', async () => {
  const { january } = await twoPayments();
  const { fixture } = context;
  const [away = ''] = await createUsers(sql(), 1);
  await giveRole(sql(), away, 'territory_manager', 'lago');
  const january2026 = { p_by: 'payment', p_from: '2026-01-01', p_to: '2026-01-31' };
  expect((await rows('territory_bookings', january2026, fixture.staff)).map(({ id }) => id)).toEqual([january.booking]);
  expect((await refusal(rows('territory_bookings', january2026, away))).code).toBe('forbidden');
  expect((await refusal(rows('territory_bookings', january2026, context.user))).code).toBe('forbidden');
});

test('each figure of the finances has a list that adds up to it', async () => {
  const { january, february } = await twoPayments();
  const cash = await context.bookCash();
  await context.refund(february.booking, 51);
  await context.work();
  const [total] = await rows('territory_booking_totals', {});
  const sumOf = async (p_payment: string, column: string) =>
    (await rows('territory_bookings', { p_payment })).reduce((sum, row) => sum + Number(row[column]), 0);
  expect(await ids({ p_payment: 'not_collected' })).toEqual([cash]);
  expect(await sumOf('not_collected', 'not_collected')).toBe(Number(total?.not_collected));
  expect(await ids({ p_payment: 'refunded' })).toEqual([february.booking]);
  expect(await sumOf('refunded', 'refunded_amount')).toBe(Number(total?.refunded));
  expect(await ids({ p_payment: 'collected' })).toEqual([january.booking, february.booking].sort());
  expect(await ids({ p_payment: 'to_pay_out' })).toEqual([january.booking, february.booking].sort());
  expect(await ids({ p_payment: 'disputed' })).toEqual([]);
  expect(await rows('my_earnings', { p_payment: 'refunded' })).toMatchObject([{ booking_id: february.booking }]);
});

test('the list to pay out has only shares that exist, and is only for people who see shares', async () => {
  const { january, february } = await twoPayments();
  // Nobody referred this guest, so the status of the partner's share, 'pending', means nothing.
  for (const party of ['operator', 'territory'])
    await call(context.fixture, context.fixture.manager, 'set_payout_status', {
      p_booking_id: january.booking,
      p_party: party,
      p_status: 'cancelled',
      p_reason: 'They gave it away',
    });
  expect(await ids({ p_payment: 'to_pay_out' })).toEqual([february.booking]);
  for (const list of ['territory_bookings', 'territory_booking_totals'])
    expect((await refusal(rows(list, { p_payment: 'to_pay_out' }, context.fixture.staff))).code).toBe('forbidden');
  expect((await refusal(rows('territory_bookings', { p_payment: 'moon' }))).code).toBe('invalid_input');
});

test('a row of the export has dates and Stripe reference of its payment, and staff see no sums of the region', async () => {
  const { january } = await twoPayments();
  await context.refund(january.booking, 50);
  await context.work();
  const [row] = await rows('territory_bookings', { p_by: 'payment', p_to: '2026-01-31' });
  expect(row).toMatchObject({
    paid_on: new Date('2026-01-31T00:00:00Z'),
    refunded_on: expect.any(Date),
    payment_intent_id: january.intent,
    not_collected: '0.00',
    payment_method: 'card',
  });
  const [own] = await rows('territory_bookings', { p_by: 'payment', p_to: '2026-01-31' }, context.fixture.staff);
  expect(own).toMatchObject({ payment_intent_id: january.intent, not_collected: null, operator_amount: null });
});
