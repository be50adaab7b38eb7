import { beforeEach, describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { signedIn } from '../booking/support/fixture.ts';
import { dateChange, partyChange } from '../changes/requests.ts';
import { reduce } from '../changes/support.ts';
import { call, cancel, dayAfter, type Json, passUndo } from '../departures/support.ts';
import { accept, aFriend, invite, numberOf } from './support.ts';

// The holder of a ticket that someone else paid for reads that it is paid, but no amounts, from any table or
// function.
const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const SUMS = numberOf(175.5, 351, 526.5, 702);
let booking: string;
let friend: string;

beforeEach(async () => {
  const { fixture, user } = context;
  ({ booking } = await payFor(fixture, context.checkout, user, { num_people: 4 }));
  friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, user, booking, friend));
});

const own = (name: string, more: Json = {}, who = friend) =>
  call(context.fixture, who, name, { p_booking_id: booking, ...more });
const mine = (args: Json) => call(context.fixture, friend, 'change_booking', args);
const options = () => call(context.fixture, friend, 'change_options', { p_booking_id: booking }) as Promise<Json>;
const moneyOf = (who: string) => call(context.fixture, who, 'my_ticket_money', { p_booking_ids: [booking] });
const read = (query: string) => context.fixture.db.as(signedIn(friend), (db) => db.unsafe(query));

test('their ticket shows that it is paid, and no table shows its price', async () => {
  expect(await read('select payment_status, paid_by_other from public.bookings')).toEqual([
    { payment_status: 'completed', paid_by_other: true },
  ]);
  for (const column of ['total_price', 'unit_price'])
    for (const table of ['bookings', 'transport_bookings', 'all_bookings'])
      await expect(read(`select ${column} from public.${table}`)).rejects.toThrow(/permission denied|does not exist/);
  expect(await moneyOf(friend)).toEqual([]);
  await expect(own('booking_receipt')).rejects.toMatchObject({ code: 'booking_not_found' });
  const kept = JSON.stringify(await call(context.fixture, friend, 'my_data'));
  expect(kept).not.toMatch(SUMS);
  expect(kept).toContain(booking);
  expect(kept).not.toMatch(/"(hold_id|referral_link_id)"/); // the giver's partner
});

test('the refund of their changes is shown as a percentage, never as an amount', async () => {
  for (const name of ['quote_cancellation', 'ticket_transfer'])
    expect(JSON.stringify(await own(name)), name).not.toMatch(SUMS);
  expect(JSON.stringify({ ...(await options()), more: null })).not.toMatch(SUMS);
  expect(await own('quote_cancellation')).toMatchObject({
    refund_percent: 100,
    refund_amount: null,
    paid_amount: null,
  });
  expect((await options()).fewer).toMatchObject({ choices: [{ people: 3, refund_amount: null }, {}, {}] });
  await sql()`update public.experiences set shared_price = 200`;
  expect((await options()).date).toMatchObject({ refusal: { code: 'costs_more' }, extra_amount: null });
});

test('no guess at an amount is confirmed, because the request is processed regardless of it', async () => {
  expect(await mine(partyChange(booking, 3, { refund_amount: 1 }))).toMatchObject({
    people: 3,
    refund_amount: null,
  });
  await sql()`update public.experiences set shared_price = 100`;
  const date = dateChange(context.fixture, booking, { refund_amount: 2 });
  expect(await mine(date)).toMatchObject({ service_date: dayAfter(), refund_amount: null });
  const cancelled = await own('cancel_booking', { p_refund_amount: 3 });
  expect(cancelled).toMatchObject({ status: 'cancelled', refund_amount: null });
  // The same after the trip.
  expect(await own('cancel_booking', { p_refund_amount: 4 })).toMatchObject({ refund_amount: null });
  await context.work();
  const back =
    await sql()`select sum((payload ->> 'amount')::numeric)::float as amount from private.outbox where template = 'transfer_refund'`;
  expect(back).toEqual([{ amount: 702 }]);
});

describe('after a cancelled departure', () => {
  beforeEach(async () => {
    await cancel(context.fixture, context.fixture.staff);
    await passUndo(context.fixture);
  });

  test('their offer and its answer contain no amount', async () => {
    const offer = (await call(context.fixture, friend, 'my_departure_offers')) as Json;
    expect(offer).toMatchObject({ state: 'open', paid_by_other: true, refund_amount: null });
    expect(JSON.stringify(offer)).not.toMatch(SUMS);
    const answer = { p_offer_id: offer.offer_id, p_answer: 'refund' };
    expect(await call(context.fixture, friend, 'answer_departure_offer', answer)).toMatchObject({
      state: 'refunded',
      refund_amount: null,
    });
  });

  test('their desk reads the refund', async () => {
    const [offer] = await sql()`select id from private.departure_offers`;
    const answer = { p_offer_id: offer?.id, p_answer: 'refund' };
    expect(await call(context.fixture, context.fixture.staff, 'answer_departure_offer', answer)).toMatchObject({
      refund_amount: 702,
    });
  });
});

test('a payer who holds the ticket reads its money, before and after some drop out', async () => {
  const { fixture, user } = context;
  const mine = await payFor(fixture, context.checkout, user, { num_people: 2 });
  const ask = () => call(fixture, user, 'my_ticket_money', { p_booking_ids: [mine.booking, booking] });
  expect(await ask()).toMatchObject([
    { booking_id: mine.booking, total_price: '351.00', paid: '351.00', refunded: '0.00' },
  ]);
  await reduce(context, mine.booking, 1, { refund_amount: 175.5 }, user);
  const [row] = (await ask()) as Record<string, string>[];
  const [paid, refunded, on_its_way] = [row?.paid, row?.refunded, row?.on_its_way].map(Number);
  // The receipt has the same amounts, and so does the email, which uses the same function (mail_money).
  expect(await own('booking_receipt', { p_booking_id: mine.booking }, user)).toMatchObject({
    paid_amount: paid,
    refunded_amount: refunded,
    on_its_way_amount: on_its_way,
  });
  const [letter] = await sql()`
    select private.mail_money(private.booking(${mine.booking}), 'booking_reduced', null) as money`;
  expect(letter?.money).toMatchObject({ paid, refund_due: Number(refunded) + Number(on_its_way) });
});

test('a guide reads that their guest has paid, and nobody else can read the guest', async () => {
  const { fixture } = context;
  const [row] = await sql()`select slot_id, booking_date::text, guide_id from public.bookings where id = ${booking}`;
  const guests = (who: string) =>
    call(fixture, who, 'departure_passengers', { p_slot_id: row?.slot_id, p_date: row?.booking_date });
  expect(await guests(row?.guide_id)).toMatchObject([
    { id: booking, payment_status: 'completed', to_pay: null, email: null },
  ]);
  for (const who of [friend, context.user, fixture.staff, fixture.shuttle])
    await expect(guests(who)).rejects.toMatchObject({ status: 404, code: 'departure_not_found' });
});
