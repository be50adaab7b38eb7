import { describe, expect, test } from 'vitest';
import { handle as createPaymentIntent } from '../../../supabase/functions/create-payment-intent/handler.ts';
import { post, startPayment } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createHold, createUsers, daysFromNow, holdRequest, refusal, rideOf } from '../booking/support/fixture.ts';
import { setStatus } from '../booking/support/status.ts';
import { morePeopleIn } from './more-support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, addPaid } = morePeopleIn(context);

const orders = () => sql()`select id, tourist_id, currency_code from private.orders`;
const lines = () => sql()`
  select p.order_id, l.booking_id, l.of_change, l.amount_minor::int as amount, l.captured_minor::int as captured, l.refunded_minor::int as refunded
    from private.payments p join private.payment_lines l on l.payment_id = p.id order by p.created_at`;
const orderOf = async (hold: string) => {
  const [row] = await sql()`select order_id from private.holds where id = ${hold}`;
  return row?.order_id as string;
};

describe('an order', () => {
  test('is only a number while seats are held, and is written when it is paid', async () => {
    const hold = await createHold(context.fixture, context.user);
    expect(await orders()).toEqual([]);
    await createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    const id = await orderOf(hold.hold_id);
    expect(await orders()).toEqual([{ id, tourist_id: context.user, currency_code: 'GTQ' }]);
    expect(await lines()).toMatchObject([{ order_id: id, booking_id: null, captured: 0 }]);
  });

  test.each([
    ['is written once, with one payment,', false],
    ['that is written already has one payment for a hold,', true],
  ])('%s for any number of simultaneous requests', async (_, isWritten) => {
    const hold = await createHold(context.fixture, context.user);
    if (isWritten) await sql()`select private.open_order(h) from private.holds h where id = ${hold.hold_id}`;
    const ask = () => createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await orders()).toHaveLength(1);
    expect(await lines()).toHaveLength(1);
  });

  test('is written when it is booked in cash, and its payment when the cash is received', async () => {
    const booking = await context.bookCash();
    const [order] = await orders();
    expect(order).toMatchObject({ tourist_id: context.user, currency_code: 'GTQ' });
    expect(await lines()).toEqual([]);
    await setStatus(context.fixture.db, context.fixture.staff, booking, 'paid');
    expect(await lines()).toMatchObject([{ order_id: order?.id, booking_id: booking, of_change: false }]);
  });

  test('has one more payment for a change that costs more', async () => {
    const { booking } = await paid({ num_people: 2 });
    await addPaid(booking);
    const [order, ...others] = await orders();
    expect(others).toEqual([]);
    const of = { order_id: order?.id, booking_id: booking, refunded: 0 };
    expect(await lines()).toEqual([
      { ...of, of_change: false, amount: 35_100, captured: 35_100 },
      { ...of, of_change: true, amount: 17_550, captured: 17_550 },
    ]);
  });

  test("keeps its payments when the person's account is deleted", async () => {
    await paid();
    await sql()`delete from auth.users where id = ${context.user}`;
    expect(await orders()).toMatchObject([{ tourist_id: null }]);
    expect(await lines()).toHaveLength(1);
  });
});

test('two orders can be in progress, and what belongs to one of them counts with it', async () => {
  const first = await createHold(context.fixture, context.user);
  const second = await createHold(context.fixture, context.user, holdRequest(context.fixture, rideOf(context.fixture)));
  const third = () => holdRequest(context.fixture, { service_date: daysFromNow(9) });
  expect(await refusal(createHold(context.fixture, context.user, third()))).toMatchObject({ hint: 'too_many_holds' });
  await sql()`update private.holds set order_id = ${await orderOf(first.hold_id)} where id = ${second.hold_id}`;
  await createHold(context.fixture, context.user, third());
});

test('two people have separate orders', async () => {
  const [other = ''] = await createUsers(sql(), 1);
  await startPayment(context.fixture, context.checkout, context.user);
  await startPayment(context.fixture, context.checkout, other);
  expect((await orders()).map(({ tourist_id }) => tourist_id).sort()).toEqual([context.user, other].sort());
});
