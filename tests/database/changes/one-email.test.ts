import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createWalk, type DearerOffer, dearerOffersIn } from '../departures/dearer-support.ts';
import { answer, call, dayAfter, type Json, offered } from '../departures/support.ts';
import { accept, aFriend, invite } from '../transfers/support.ts';

// A change and its refund are reported by one email to each person.

const context = contextForEachTest({ seats: 8, experience: { shared_price: 200 } });
const { sql, paid, stripe, openPayment, pay, toWalk } = dearerOffersIn(context);
let before = 0;
let booking: string;

beforeEach(async () => {
  ({ booking } = await paid({ num_people: 3 }));
});

const party = (people: number): Json => ({ step: 'party', people });
const date = (): Json => ({ step: 'date', slot_id: context.fixture.slot, service_date: dayAfter() });
const guest = () => `${context.user}@example.test`;

/** Starts counting emails. */
async function begin() {
  const [row] = await sql()`select coalesce(max(id), 0)::int as id from private.outbox`;
  before = row?.id as number;
}

/** Returns the emails that an action has caused, after its refunds. */
async function emails(): Promise<unknown[]> {
  await stripe();
  await context.work();
  const rows = await sql()`select template, recipient, (payload -> 'changed' ->> 'refund_amount')::float as refund
    from private.outbox where kind = 'email' and id > ${before} order by template, id`;
  return rows.map(({ template, recipient, refund }) => [template, recipient, refund]);
}

/** Changes a booking as its guest, or as the desk for the difference. Pays if it costs more. */
async function change(steps: Json[], who = context.user, p_desk: Json | null = null) {
  const asked = { p_booking_id: booking, p_steps: steps, p_desk };
  const quote = (await call(context.fixture, who, 'quote_change', asked)) as Json;
  await begin();
  const p_shown = { refund_amount: quote.refund_amount, extra_amount: quote.extra_amount };
  const { hold } = (await call(context.fixture, who, 'change_booking', { ...asked, p_key: randomUUID(), p_shown })) as {
    hold: Parameters<typeof openPayment>[0] | null;
  };
  if (hold) await pay(await openPayment(hold));
}

const priceIs = (price: number) => sql()`update public.experiences set shared_price = ${price}`;

test('sends one email for fewer people, by the guest', async () => {
  await change([party(2)]);
  expect(await emails()).toEqual([['booking_reduced', guest(), 200]]);
});

test('sends one email for a cheaper date, by the guest', async () => {
  await priceIs(150);
  await change([date()]);
  expect(await emails()).toEqual([['booking_moved', guest(), 150]]);
});

test('sends one email for another date with fewer people, by the guest', async () => {
  await change([date(), party(1)]);
  expect(await emails()).toEqual([['booking_moved', guest(), 400]]);
});

test('sends one email each for more people and a more expensive date that the guest pays', async () => {
  await change([party(4)]);
  expect(await emails()).toEqual([['booking_enlarged', guest(), null]]);
  await priceIs(250);
  await change([date()]);
  expect(await emails()).toEqual([['booking_moved', guest(), null]]);
});

test('sends one email for another date with fewer people, by the desk', async () => {
  await change([date(), party(2)], context.fixture.staff, { reason: 'Asked on the phone', waived: false });
  expect(await emails()).toEqual([['booking_changed', guest(), 200]]);
});

test('sends one email for a cheaper trip instead of a cancelled departure', async () => {
  const walk = await createWalk(context, 150);
  const offer = (await offered(context, { p_proposed_service_id: walk })) as DearerOffer;
  await begin();
  await answer(context.fixture, context.user, offer.offer_id, await toWalk(walk, 0));
  expect(await emails()).toEqual([['booking_moved', guest(), 150]]);
});

test('sends one email to each person for fewer people, by the holder of a ticket that someone else paid for', async () => {
  const friend = await aFriend(context.fixture);
  await accept(context.fixture, friend, await invite(context.fixture, context.user, booking, friend));
  await begin();
  await call(context.fixture, friend, 'change_booking', {
    p_booking_id: booking,
    p_steps: [party(2)],
    p_key: randomUUID(),
  });
  expect(await emails()).toEqual([
    ['booking_reduced', `${friend}@example.test`, 200],
    ['transfer_refund', guest(), null],
  ]);
});

test('sends a separate email for a refund without a change', async () => {
  await change([party(2)]);
  await emails();
  await begin();
  await context.refund(booking, 100);
  expect(await emails()).toEqual([['booking_refunded', guest(), null]]);
});
