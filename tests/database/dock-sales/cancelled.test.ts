import { beforeEach, expect, test } from 'vitest';
import { signedIn } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture } from '../booking/support/for-each-test.ts';
import { cancel, passExpiry, passUndo, theDeparture, tokenOf, call as visitorCall } from '../departures/support.ts';
import { call, leavesIn, saleOf, sell } from './support.ts';

// Guests who bought at the dock and gave an address are also told that the departure is cancelled
// (docs/rules/departures.md, A cancelled departure).

checkoutForEachTest({ sound: true, seats: 8 });

beforeEach(() => leavesIn(fixture, 60));

/** Sells two seats. Returns their booking. */
async function sold(email?: string): Promise<string> {
  const sale = await sell(fixture, fixture.guide, saleOf(fixture, { guest_name: 'Ana' }));
  if (email) {
    const args = { p_sale_id: sale.sale_id, p_email: email, p_language: 'es' };
    await call(fixture, fixture.guide, 'send_dock_ticket', args);
  }
  return sale.booking_id as string;
}
const letters = () => fixture.db.sql`select template, recipient, state, last_error from private.outbox
  where kind = 'email' and template in ('departure_offer', 'booking_cancelled') order by id`;
const due = async (template: string) => {
  await fixture.db.sql`update private.outbox set next_attempt_at = now() where kind = 'email'`;
  const rows = await fixture.db.sql`select data from service.claim_outbox(50) where template = ${template}`;
  return rows.map(({ data }) => data as Record<string, unknown>);
};

test("sends the offer where the ticket was sent, in the guest's language, and needs no account to answer", async () => {
  const booking = await sold('ana@example.org');
  await cancel(fixture, fixture.guide);
  const token = await tokenOf(fixture, booking);
  await passUndo(fixture);
  expect(await due('departure_offer')).toMatchObject([
    { booking_id: booking, full_name: 'Ana', walk_in: true, language: 'es', code: token },
  ]);
  expect(await letters()).toMatchObject([{ template: 'departure_offer', recipient: 'ana@example.org' }]);
  expect(
    await visitorCall(fixture, null, 'answer_offer_by_link', { p_token: token, p_answer: 'refund' }),
  ).toMatchObject({ state: 'refunded' });
});

test('notifies guests of the cancellation without an answer', async () => {
  await sold('ana@example.org');
  await cancel(fixture, fixture.guide);
  await passExpiry(fixture);
  await fixture.db.sql`select service.run_departures()`;
  expect(await due('booking_cancelled')).toMatchObject([
    { walk_in: true, language: 'es', cancelled_departure: { reason: 'weather', message: 'The river is closed' } },
  ]);
  expect(await letters()).toMatchObject([
    { template: 'departure_offer', state: 'discarded', last_error: "There's nothing left to choose" },
    { template: 'booking_cancelled', recipient: 'ana@example.org', state: 'sending' },
  ]);
});

test('sends nothing if it is undone in time', async () => {
  await sold('ana@example.org');
  const { cancellation_id } = await cancel(fixture, fixture.guide);
  await call(fixture, fixture.guide, 'undo_departure_cancellation', { p_cancellation_id: cancellation_id });
  expect(await due('departure_offer')).toEqual([]);
  expect(await letters()).toMatchObject([{ state: 'discarded', last_error: 'The cancellation was undone' }]);
});

test('sends no email without an address, and lists whom to tell', async () => {
  await sold();
  const { departures } = await cancel(fixture, fixture.guide);
  expect(await letters()).toEqual([]);
  const args = { p_departure_id: departures[0]?.departure_id };
  expect([await call(fixture, fixture.staff, 'departure_answers', args)].flat()).toMatchObject([
    { full_name: 'Ana', walk_in: true, told: false },
  ]);
});

test("shows the paid cash in the preview, on the ticket and in the seller's list, until it is returned", async () => {
  await sold('ana@example.org');
  await sold();
  const p_selection = { departures: [theDeparture(fixture)] };
  expect(await call(fixture, fixture.guide, 'preview_departure_cancellation', { p_selection })).toMatchObject({
    people: 4,
    mails: 1,
    untold: 2,
    no_choice: 0,
    money: [{ currency_code: 'GTQ', amount: 702, cash: 702 }],
  });
  const cashDue = () =>
    fixture.db.as(
      signedIn(fixture.guide),
      (sql) => sql`select (s ->> 'cash_due')::numeric as due from public.my_dock_sales() s`,
    );
  const [sale] = await fixture.db
    .sql`select private.shown_link('dock_ticket', id) as token, hold_id from private.dock_sales limit 1`;
  const ticket = () => visitorCall(fixture, null, 'dock_ticket', { p_token: sale?.token });
  await cancel(fixture, fixture.guide);
  // While the cancellation can be undone, the ticket looks unchanged.
  expect(await ticket()).toMatchObject({ state: 'sold', stopped: false, cash_due: null, code: expect.any(String) });
  await passUndo(fixture);
  expect(await ticket()).toMatchObject({ state: 'sold', stopped: true, cash_due: 351 });
  expect(await ticket()).not.toHaveProperty('code');
  await passExpiry(fixture);
  await fixture.db.sql`select service.run_departures()`;
  expect(await ticket()).toMatchObject({ state: 'cancelled', stopped: true, cash_due: 351 });
  expect((await cashDue()).map((row) => Number(row.due))).toEqual([351, 351]);
  const [booking] = await fixture.db.sql`select id from public.bookings where hold_id = ${sale?.hold_id}`;
  await call(fixture, fixture.staff, 'refund_booking', {
    p_booking_id: booking?.id,
    p_amount: 351,
    p_left: 351,
  });
  expect(await ticket()).toMatchObject({ state: 'cancelled', cash_due: null });
});

test('lets no guests of a departure choose that left within the two hours', async () => {
  await sold();
  await leavesIn(fixture, -20);
  await fixture.db.sql`with at as (select start_time from public.slots where id = ${fixture.slot}),
      left_then as (update public.departures d set (service_date, start_time) = (${fixture.date}, at.start_time) from at
        where d.slot_id = ${fixture.slot} and d.start_time is not null)
    update public.bookings set booking_date = ${fixture.date}, start_time = at.start_time from at`;
  const p_selection = { departures: [theDeparture(fixture)] };
  expect(await call(fixture, fixture.guide, 'preview_departure_cancellation', { p_selection })).toMatchObject({
    bookings: 1,
    no_choice: 1,
  });
});
