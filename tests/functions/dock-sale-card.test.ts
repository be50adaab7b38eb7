import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { handle as releaseHold } from '../../supabase/functions/release-hold/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  departureOf,
  holdRequest,
} from '../database/booking/support/fixture.ts';
import { leavesIn, type Row, call as rpc, saleOf, sell } from '../database/dock-sales/support.ts';
import { pending } from '../support/background-work.ts';
import { createFunctionsContext, eventually, type FunctionsContext } from './support.ts';

// Tests card payment at the dock: the guest pays on their own phone by the seller's link
// (docs/rules/dock.md, Selling at the dock).

let context: FunctionsContext;
let guide: string;
let sale: Row;
let link: string;
beforeEach(async () => {
  context = await createFunctionsContext();
  guide = context.fixture.guide;
  await leavesIn(context.fixture, 60);
  sale = await sell(context.fixture, guide, card());
  link = await newLink();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenInvariants(context.fixture)).toEqual([]);
  await context.stop();
});

const card = (changes: Row = {}) => saleOf(context.fixture, { payment_method: 'card', guest_name: 'Ana', ...changes });
const newLink = async () =>
  (await rpc(context.fixture, guide, 'new_pay_link', { p_sale_id: sale.sale_id })).token as string;
const sql = () => context.fixture.db.sql;

async function ask(handle: typeof createPaymentIntent, body: unknown, token?: string) {
  const response = await handle(post(body, token), context.deps);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
const start = (secret = link) => ask(createPaymentIntent, { link: secret });
const confirm = (secret = link) => ask(confirmPayment, { link: secret });
const pay = async (number = '4242424242424242') => context.pay((await start()).body.client_secret ?? '', number);
const callOff = (who = guide) => ask(releaseHold, { sale_id: sale.sale_id }, who);
const seen = () => rpc(context.fixture, guide, 'dock_sale', { p_sale_id: sale.sale_id });
const asGuest = (secret = link) =>
  context.fixture.db.as({ role: 'anon' }, async (tx) => {
    const [row] = await tx`select public.dock_payment(${secret}) as x`;
    return row?.x as Row;
  });
const expire = async () => {
  await sql()`update private.holds set expires_at = now() - interval '1 second' where state = 'held'`;
};
const reconciled = () =>
  reconcile(
    new Request('http://functions.test/', {
      method: 'POST',
      headers: { 'x-reconcile-secret': 'reconcile-test' },
      body: '{}',
    }),
    context.deps,
  );
const bookings = () => sql()`select status, payment_method, walk_in, guest_name, tourist_id from public.bookings`;

test('the seats wait, the guest pays without an account, and the sale is in the ledger and in no cash book', async () => {
  expect(sale).toMatchObject({
    state: 'waiting',
    booking_id: null,
    code: null,
    payment_method: 'card',
    total_price: 351,
  });
  expect(await departureOf(context.fixture)).toMatchObject({ held: 2, sold: 0 });
  const shown = await asGuest();
  expect(shown).toMatchObject({
    state: 'waiting',
    total_price: 351,
    ticket: null,
    hold: { total_price: 351, num_people: 2 },
  });
  expect(JSON.stringify(shown)).not.toMatch(/Ana/);
  expect((await start()).body).toMatchObject({ amount_minor: 35_100, currency: 'gtq' });
  expect(await pay()).toMatchObject({ status: 'requires_capture' });
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
  await expect(newLink()).rejects.toMatchObject({ code: 'sale_not_waiting' });
  await eventually(async () => (await bookings())[0]?.status === 'paid');
  expect(await bookings()).toEqual([
    { status: 'paid', payment_method: 'card', walk_in: true, guest_name: 'Ana', tourist_id: null },
  ]);
  expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 2 });
  const [ledger] = await sql()`select sum(amount)::float as sum from private.ledger`;
  expect(ledger?.sum).toBe(351);
  expect(await sql()`select 1 from public.cash_entries`).toHaveLength(0);
  const paid = await seen();
  expect(paid).toMatchObject({ state: 'sold', code: expect.any(String), undo_until: null });
  // The same link leads to the ticket.
  expect(await asGuest()).toMatchObject({ state: 'sold', ticket: paid.token });
  // The seller can't refund a card payment in cash.
  await expect(rpc(context.fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id })).rejects.toMatchObject({
    code: 'undo_over',
  });
});

test('a guest on the phone pays a trip of another day by the link, hours later, and once', async () => {
  await leavesIn(context.fixture, 3 * 24 * 60);
  sale = await sell(context.fixture, guide, card({ payment_method: 'link' }));
  link = await newLink();
  await sql()`update private.holds set created_at = created_at - interval '20 hours' where at_dock`;
  await pay();
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
  await eventually(async () => (await bookings())[0]?.status === 'paid');
  expect(await bookings()).toHaveLength(1);
  expect(await seen()).toMatchObject({ state: 'sold', code: expect.any(String), service_date: context.fixture.date });
  expect((await sql()`select sum(amount)::float as sum from private.ledger`)[0]?.sum).toBe(351);
});

test('a card sale is charged immediately, even while the departure is below its minimum', async () => {
  await sql()`update public.experiences set min_to_run = 4`;
  await sql()`delete from private.departure_minimums`; // it is sold under the new minimum
  await sql()`insert into private.departure_decisions (departure_id, asked_at, decides_at)
    select id, now() - interval '2 hours', now() + interval '10 minutes' from public.departures where held > 0`;
  await pay();
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
  await eventually(async () => (await bookings())[0]?.status === 'paid');
});

test('another link of the ticket ends the one that it was paid with', async () => {
  await pay();
  await confirm();
  expect((await asGuest()).ticket).toEqual(expect.any(String));
  await rpc(context.fixture, guide, 'renew_dock_link', { p_sale_id: sale.sale_id });
  await expect(asGuest()).rejects.toMatchObject({ hint: 'sale_not_found' });
});

test('makes one payment and one booking of two simultaneous payments on two phones', async () => {
  const other = await newLink();
  const intents = await Promise.all([start(), start(other), start()]);
  expect(new Set(intents.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  await pay();
  await Promise.all([confirm(), confirm(other), confirm()]);
  await eventually(async () => (await bookings())[0]?.status === 'paid');
  expect(await bookings()).toHaveLength(1);
  expect(await sql()`select 1 from private.charges`).toHaveLength(1);
});

test('a card sale is booked by the webhook alone after the page was closed', async () => {
  await pay();
  await eventually(async () => (await seen()).state === 'sold');
});

test('accepts another card after a declined one', async () => {
  expect(await pay('4000000000000002')).toMatchObject({ error: { code: 'card_declined' } });
  expect((await confirm()).body).toMatchObject({ state: 'requires_payment' });
  await pay();
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
});

describe('an unfinished card payment', () => {
  test('expires, can no longer be paid, and frees the seats', async () => {
    await start();
    await expire();
    expect(await start()).toMatchObject({ status: 409, body: { code: 'hold_expired' } });
    await reconciled();
    expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 0 });
    expect(await seen()).toMatchObject({ state: 'expired' });
    expect(await asGuest()).toMatchObject({ state: 'expired', ticket: null });
  });

  test('is released if accepted after its seats were sold to someone else', async () => {
    await context.knobs({ drop: 1 });
    const { body } = await start();
    await expire();
    await sql()`select private.release_expired_holds()`;
    await sql()`update private.holds set state = 'released'`;
    await sql()`update public.departures set held = 0, start_time = case when sold > 0 then start_time end, end_time = case when sold > 0 then end_time end`;
    const [tourist = ''] = await createUsers(sql(), 1);
    await createHold(context.fixture, tourist, holdRequest(context.fixture, { num_people: 6 }));
    await context.pay(body.client_secret ?? '', '4242424242424242');
    expect((await confirm()).body).toMatchObject({ state: 'void' });
    await reconciled();
    const intent = await context.deps.stripe.paymentIntents.retrieve(body.payment_intent_id ?? '');
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await bookings()).toHaveLength(0);
  });

  test('is cancelled in the same call when the seller cancels it', async () => {
    const { body } = await start();
    // Otherwise, an event being handled may claim the cancellation first, and the response is 'held'.
    await pending.settled();
    expect(await callOff()).toMatchObject({ status: 200, body: { state: 'released' } });
    expect(await seen()).toMatchObject({ state: 'undone' });
    expect(await departureOf(context.fixture)).toMatchObject({ held: 0, sold: 0 });
    expect(await context.pay(body.client_secret ?? '', '4242424242424242')).toHaveProperty('error');
    expect(await start()).toMatchObject({ status: 409, body: { code: 'hold_expired' } });
    expect(await callOff()).toMatchObject({ status: 200 });
  });

  test('is not cancelled if the guest was faster', async () => {
    await pay();
    await confirm();
    expect(await callOff()).toMatchObject({ status: 409, body: { code: 'undo_over' } });
    expect(await bookings()).toHaveLength(1);
  });
});

describe('the rights for a card payment', () => {
  test('exclude a wrong link, paying with the link of a ticket, and a ticket for a link to pay', async () => {
    for (const secret of ['f'.repeat(64), sale.token as string]) {
      expect(await start(secret)).toMatchObject({ status: 404, body: { code: 'sale_not_found' } });
      expect(await confirm(secret)).toMatchObject({ status: 404, body: { code: 'sale_not_found' } });
      await expect(asGuest(secret)).rejects.toMatchObject({ hint: 'sale_not_found' });
    }
    await pay();
    await confirm();
    await expect(rpc(context.fixture, guide, 'dock_ticket', { p_token: link })).rejects.toMatchObject({
      code: 'sale_not_found',
    });
    for (const secret of ['x', '', 7, null]) {
      expect(await ask(createPaymentIntent, { link: secret })).toMatchObject({ status: 400 });
    }
    const [row] = await sql()`select count(*)::int as n from private.links where ${link} in (token_hash, token)`;
    expect(row?.n).toBe(0);
  });

  test('let only the seller, or the desk, make links and cancel it', async () => {
    const [other = ''] = await createUsers(sql(), 1);
    expect(await callOff(other)).toMatchObject({ status: 404, body: { code: 'sale_not_found' } });
    expect(await ask(releaseHold, { sale_id: sale.sale_id })).toMatchObject({ status: 401 });
    expect(await ask(releaseHold, { sale_id: randomUUID() }, guide)).toMatchObject({ status: 404 });
    await expect(rpc(context.fixture, other, 'new_pay_link', { p_sale_id: sale.sale_id })).rejects.toMatchObject({
      code: 'sale_not_found',
    });
    expect(await callOff(context.fixture.staff)).toMatchObject({ status: 200 });
  });

  test('limit the links of one sale, and the waiting sales of one seller', async () => {
    for (let n = 0; n < 11; n++) await newLink();
    await expect(newLink()).rejects.toMatchObject({ code: 'rate_limited_day' });
    for (let n = 0; n < 4; n++) {
      await sell(context.fixture, guide, card({ num_people: 1, amount: 175.5 }));
    }
    await expect(sell(context.fixture, guide, card({ num_people: 1, amount: 175.5 }))).rejects.toMatchObject({
      code: 'too_many_unpaid_sales',
    });
  });

  test('count a repeated request as the same sale', async () => {
    const body = card({ num_people: 1, amount: 175.5 });
    const all = await Promise.all(Array.from({ length: 6 }, () => sell(context.fixture, guide, body)));
    expect(new Set(all.map((one) => one.sale_id)).size).toBe(1);
    expect(await departureOf(context.fixture)).toMatchObject({ held: 3 });
  });
});

test('seats that waited for a guest in vain count against no tourist', async () => {
  await sql()`update private.holds set created_at = now() - interval '5 hours', seats = 6`;
  await sql()`update public.departures set held = 6`;
  await expire();
  await sql()`select private.release_expired_holds()`;
  const [tourist = ''] = await createUsers(sql(), 1);
  expect(await createHold(context.fixture, tourist, holdRequest(context.fixture))).toMatchObject({ keeps_seats: true });
});
