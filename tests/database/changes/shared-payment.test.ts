import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, daysFromNow, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

// No page books several things at once yet, but the tables hold it: one payment, and one line for each booking
// (docs/decisions/0075).

const context = contextForEachTest();
const sql = () => context.fixture.db.sql;

let first: string;
let second: string;

beforeEach(async () => {
  first = await context.bookCash({ num_people: 2 });
  second = await context.bookCash({ service_date: daysFromNow(9) });
  for (const booking of [first, second]) await context.setStatus(booking, 'paid');
  // As if both had been booked and paid together.
  await sql()`update private.payment_lines set payment_id = (select id from private.charges where booking_id = ${first})
    where booking_id = ${second}`;
  await sql()`update private.holds set order_id = (select order_id from private.charges where booking_id = ${first})
    where id = (select hold_id from public.bookings where id = ${second})`;
  await sql()`delete from private.payments p where not exists (select 1 from private.payment_lines l where l.payment_id = p.id)`;
  await sql()`delete from private.orders o where not exists (select 1 from private.payments p where p.order_id = o.id)`;
});

const money = () => sql()`
  select l.captured_minor::int as captured, l.refunded_minor::int as refunded,
    (select (sum(g.amount) * 100)::int from private.ledger g where g.booking_id = l.booking_id) as ledger, b.status
    from private.payment_lines l join public.bookings b on b.id = l.booking_id order by l.booking_id <> ${first}`;
const receipt = (booking: string) =>
  rpcFor(context.fixture.db, signedIn(context.user))('booking_receipt', { p_booking_id: booking });
const broken = async () =>
  (await brokenInvariants(context.fixture)).map((row) => {
    const { rule, subject } = row as { rule: string; subject: string };
    return `${rule}: ${subject === first ? 'first' : subject === second ? 'second' : subject}`;
  });

describe('two bookings with one payment', () => {
  test('are refunded each by itself', async () => {
    expect(await sql()`select from private.payments`).toHaveLength(1);
    await context.refund(first, 51);
    expect(await money()).toEqual([
      { captured: 35_100, refunded: 5_100, ledger: 30_000, status: 'paid' },
      { captured: 17_550, refunded: 0, ledger: 17_550, status: 'paid' },
    ]);
    await context.refund(second, null);
    expect(await money()).toEqual([
      { captured: 35_100, refunded: 5_100, ledger: 30_000, status: 'paid' },
      { captured: 17_550, refunded: 17_550, ledger: 0, status: 'refunded' },
    ]);
    expect(await broken()).toEqual([]);
  });

  test('have a receipt each, with their own amounts', async () => {
    await context.refund(first, 51);
    expect(await receipt(first)).toMatchObject({
      total_price: 351,
      paid_amount: 351,
      refunded_amount: 51,
      entries: [
        { amount: 351, method: 'cash' },
        { amount: -51, method: 'cash' },
      ],
    });
    expect(await receipt(second)).toMatchObject({
      total_price: 175.5,
      paid_amount: 175.5,
      refunded_amount: 0,
      entries: [{ amount: 175.5, method: 'cash' }],
    });
  });

  test("can't be refunded more than their own part", async () => {
    await expect(context.refund(second, 200)).rejects.toMatchObject({ code: 'refund_too_large' });
  });

  test('are checked by the doctor each by itself', async () => {
    expect(await broken()).toEqual([]);
    await sql()`update private.payment_lines set refunded_minor = 100 where booking_id = ${second}`;
    expect(await broken()).toEqual([
      'ledger = captured - refunded - disputed: second',
      'the cash books have the cash that was received: second',
    ]);
    await sql()`update private.payment_lines set refunded_minor = 0, captured_minor = 0 where booking_id = ${second}`;
    expect(await broken()).toContainEqual(expect.stringMatching(/^a payment has its lines: /));
    await sql()`update private.payment_lines set captured_minor = amount_minor where booking_id = ${second}`;
  });
});
