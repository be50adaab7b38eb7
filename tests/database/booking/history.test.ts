import { expect, test } from 'vitest';
import { reduce } from '../changes/support.ts';
import { call } from '../departures/support.ts';
import { leavesIn, sell } from '../dock-sales/support.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest, type Json } from './support/context.ts';

// The amounts in the history of a booking, as the desk reads them.

const context = contextForEachTest({ seats: 8 });
const paid = async (people = 1) =>
  (await payFor(context.fixture, context.checkout, context.user, { num_people: people })).booking;

/** Returns the amounts of a booking's history, and what they are. */
async function amounts(booking: string) {
  const { history } = (await context.call(context.fixture.staff, 'territory_booking', booking)) as { history: Json[] };
  return history.filter(({ amount }) => amount !== null).map(({ to, amount, money }) => [to, amount, money]);
}
const cancel = (booking: string, p_refund_amount: number | null) =>
  context.call(context.fixture.staff, 'staff_cancel_booking', booking, { p_refund_amount });

test('a card that is refunded in part, and then cancelled', async () => {
  const booking = await paid();
  await context.refund(booking, 12.5);
  await cancel(booking, 100);
  expect(await amounts(booking)).toEqual([
    [null, 12.5, 'refunded'],
    ['cancelled', 100, 'refunded'],
  ]);
});

test('a card that was only authorised', async () => {
  const { booking } = await context.bookUncaptured();
  await cancel(booking, null);
  expect(await amounts(booking)).toEqual([['cancelled', 175.5, 'released']]);
});

test('a person who drops out', async () => {
  const booking = await paid(2);
  await reduce(context, booking, 1, { refund_amount: 175.5 });
  expect(await amounts(booking)).toEqual([['paid', 175.5, 'refunded']]);
});

test('cash that the guest gets back in person, and that is then refunded', async () => {
  const booking = await context.bookCash();
  await context.setStatus(booking, 'paid');
  await context.call(context.user, 'cancel_booking', booking);
  expect(await amounts(booking)).toEqual([['cancelled', 175.5, 'to_refund']]);
  await context.refund(booking, null);
  expect((await amounts(booking)).at(-1)).toEqual([null, 175.5, 'refunded']);
});

test('cash that staff refund as they cancel', async () => {
  const booking = await context.bookCash();
  await context.setStatus(booking, 'paid');
  await cancel(booking, 100);
  expect(await amounts(booking)).toEqual([['cancelled', 100, 'refunded']]);
});

test('cash of a dock sale', async () => {
  const { fixture } = context;
  await leavesIn(fixture, 60);
  const { booking_id } = (await sell(fixture, fixture.guide)) as { booking_id: string };
  expect(await amounts(booking_id)).toEqual([['paid', 351, 'received']]);
});

test('a change that waits for its payment', async () => {
  const booking = await paid();
  await call(context.fixture, context.fixture.staff, 'change_booking', {
    p_booking_id: booking,
    p_steps: [{ step: 'party', people: 2 }],
    p_key: crypto.randomUUID(),
    p_shown: { refund_amount: 0, extra_amount: 175.5 },
    p_desk: { reason: 'Asked on the phone', waived: false },
  });
  expect(await amounts(booking)).toEqual([['paid', 175.5, 'to_pay']]);
});

test('a cancellation by the desk shows what the policy gives beforehand, and keeps its reason for the team', async () => {
  const booking = await paid();
  const read = () =>
    context.call(context.fixture.staff, 'territory_booking', booking) as Promise<{ policy: Json; history: Json[] }>;
  expect((await read()).policy).toEqual({ name: 'moderate', refund_percent: 100, refund_amount: 175.5 });
  await context.startsIn(booking, 48);
  expect((await read()).policy).toEqual({ name: 'moderate', refund_percent: 50, refund_amount: 87.75 });
  await context.call(context.fixture.staff, 'staff_cancel_booking', booking, {
    p_refund_amount: 87.75,
    p_reason: ' The guest is ill ',
  });
  const { policy, history } = await read();
  expect(policy).toBeNull();
  expect(history.at(-1)).toMatchObject({ to: 'cancelled', amount: 87.75, money: 'refunded', note: 'The guest is ill' });
  const [entry] = await context.fixture.db
    .sql`select detail ->> 'reason' as reason from public.audit_log where action = 'cancel_booking'`;
  expect(entry).toEqual({ reason: 'The guest is ill' });
  const [mail] = await context.fixture.db
    .sql`select payload::text as sent from private.outbox where template = 'booking_cancelled'`;
  expect(mail?.sent).not.toContain('ill');
});
