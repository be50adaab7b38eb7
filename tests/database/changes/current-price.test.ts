import { beforeEach, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { referUsers } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';
import { reduce } from './support.ts';

// A booking of 600 that one of three people has dropped out of: it costs 400, including after a refund without a change.

const context = contextForEachTest({ seats: 8, experience: { shared_price: 200 } });
const { paid, stripe } = additionsIn(context);
let booking: string;
let partner: string;

beforeEach(async () => {
  const { sql } = context.fixture.db;
  partner = await referUsers(sql, [context.user]);
  ({ booking } = await paid({ num_people: 3 }));
  await reduce(context, booking, 2, { refund_amount: 200 });
  await stripe();
  await context.refund(booking, 50);
  await stripe();
});

test('payouts, earnings, commissions and check-in show the current price', async () => {
  const { fixture } = context;
  const lines = (payee: string) =>
    call(fixture, fixture.manager, 'payee_lines', {
      p_territory_id: 'rio',
      p_payee: payee,
      p_currency: 'GTQ',
      p_what: 'ahead',
    });
  expect(await lines(`operator:${fixture.guide}`)).toMatchObject([{ num_people: 2, total_price: '400.00' }]);
  expect(await call(fixture, fixture.manager, 'my_earnings', { p_territory_id: 'rio' })).toMatchObject([
    { total_price: '400.00', refunded_amount: '250.00' },
  ]);
  expect(await call(fixture, partner, 'partner_activity', { p_bookings: true })).toMatchObject([
    { total_price: '400.00', refunded_amount: '250.00' },
  ]);
  const [code] = await fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
  expect(
    await call(fixture, fixture.guide, 'get_check_in', { p_booking_id: booking, p_code: code?.code }),
  ).toMatchObject({ num_people: 2, total_price: 400 });
});

test('the receipt has everything that was sold, the current price, and the refunds', async () => {
  expect(await call(context.fixture, context.user, 'booking_receipt', { p_booking_id: booking })).toMatchObject({
    lines: [{ amount: 600 }],
    total_price: 600,
    price_now: 400,
    paid_amount: 600,
    refunded_amount: 250,
  });
});

test('the sums of the finances are those of everything that was sold', async () => {
  const { fixture } = context;
  const [total] = (await call(fixture, fixture.manager, 'territory_booking_totals', {
    p_territory_id: 'rio',
  })) as Record<string, string>[];
  expect(total).toMatchObject({ booked: '400.00', sold: '600.00', refunded: '250.00', revenue: '350.00' });
  expect(Number(total?.sold) - Number(total?.not_collected) - Number(total?.refunded)).toBe(Number(total?.revenue));
});
