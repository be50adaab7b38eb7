import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancel, offersOf, passUndo, theDeparture } from '../departures/support.ts';
import { accept, aFriend, invite } from '../transfers/support.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { createHold, holdRequest, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// A booking stays a person's own after its ticket was transferred (docs/rules/booking.md, own bookings). A person
// with such a booking on a departure does not decide whether the departure goes ahead.

const context = contextForEachTest({ seats: 8 });
const own = { status: 403, code: 'own_booking' };
const ownDeparture = { status: 403, code: 'own_departure' };
const ownShare = { status: 403, code: 'own_booking_share' };
const as = (who: string, name: string, args: object) => rpcFor(context.fixture.db, signedIn(who))(name, { ...args });

/** The ticket goes to a friend of its holder. */
async function transferred(holder: string, booking: string): Promise<string> {
  const friend = await aFriend(context.fixture);
  await accept(context.fixture, friend, await invite(context.fixture, holder, booking, friend));
  return booking;
}
const paidBy = async (who: string) => (await payFor(context.fixture, context.checkout, who)).booking;
async function inCash(who: string): Promise<string> {
  const { hold_id } = await createHold(context.fixture, who, holdRequest(context.fixture, { payment_method: 'cash' }));
  return ((await as(who, 'book_cash', { p_hold_id: hold_id })) as { booking_id: string }).booking_id;
}
const reportOf = (booking: string, ticket: string) => ({
  key: randomUUID(),
  kind: 'experience',
  booking_id: booking,
  ticket,
  action: 'checked_in',
  at: new Date().toISOString(),
});

describe.each(['staff', 'manager'] as const)('the transferred booking of a person in the role %s', (who) => {
  test.each([
    ['paid by card', paidBy],
    ['to be paid in cash', inCash],
  ])('keeps a ticket %s their own after they transferred it', async (_, book) => {
    const person = context.fixture[who];
    const booking = await transferred(person, await book(person));
    for (const status of ['cancelled', 'confirmed', 'paid'].slice(book === paidBy ? 0 : 1, book === paidBy ? 2 : 3))
      await expect(context.setStatus(booking, status, person)).rejects.toMatchObject(own);
    for (const [name, more] of [
      ['staff_cancel_booking', { p_refund_amount: null }],
      ['refund_booking', { p_amount: 1, p_left: 175.5 }],
      ['confirm_booking', {}],
    ] as const)
      await expect(context.call(person, name, booking, more)).rejects.toMatchObject(own);
    await context.startsIn(booking, 1);
    await expect(context.call(person, 'check_in_listed', booking, { p_action: 'checked_in' })).rejects.toMatchObject(
      own,
    );
    await expect(context.call(person, 'receive_cash', booking, { p_amount: 175.5 })).rejects.toMatchObject(own);
    const colleague = context.fixture[who === 'staff' ? 'manager' : 'staff'];
    await context.call(colleague, 'check_in_listed', booking, { p_action: 'checked_in' });
  });

  test('lets a colleague answer for its guest', async () => {
    const person = context.fixture[who];
    const booking = await transferred(person, await paidBy(person));
    const [row] = await context.fixture.db.sql`select tourist_id from public.bookings where id = ${booking}`;
    await cancel(context.fixture, context.fixture.guide);
    await passUndo(context.fixture);
    const [offer] = await offersOf(context.fixture, row?.tourist_id as string);
    const refund = { p_offer_id: offer?.offer_id, p_answer: 'refund' };
    await expect(as(person, 'answer_departure_offer', refund)).rejects.toMatchObject(own);
    const colleague = context.fixture[who === 'staff' ? 'manager' : 'staff'];
    expect(await as(colleague, 'answer_departure_offer', refund)).toMatchObject({ state: 'refunded' });
  });

  test('lets a colleague decide a report about it, and reopen it', async () => {
    const person = context.fixture[who];
    const booking = await transferred(person, await inCash(person));
    await context.startsIn(booking, 1);
    await context.call(context.fixture.guide, 'check_in_listed', booking, { p_action: 'checked_in' });
    const [row] = await context.fixture.db.sql`
      insert into private.dock_conflicts (reporter_id, territory_id, booking_id, action, reason, reported_at, price, currency_code)
      values (${context.fixture.guide}, 'rio', ${booking}, 'no_show', 'no_show_against_arrival', now(), 175.5, 'GTQ')
      returning id`;
    const decision = { p_id: row?.id, p_decision: 'noted' };
    await expect(as(person, 'decide_dock_conflict', decision)).rejects.toMatchObject(own);
    const colleague = context.fixture[who === 'staff' ? 'manager' : 'staff'];
    await as(colleague, 'decide_dock_conflict', decision);
    await expect(as(person, 'reopen_dock_conflict', { p_id: row?.id })).rejects.toMatchObject({ code: 'forbidden' });
    await as(colleague, 'reopen_dock_conflict', { p_id: row?.id });
  });

  test("refuses a phone's report about it", async () => {
    const person = context.fixture[who];
    const booking = await transferred(person, await inCash(person));
    await context.startsIn(booking, 1);
    const [row] = await context.fixture.db.sql`select encode(sha256(convert_to(code, 'UTF8')), 'hex') as ticket
      from public.booking_codes where booking_id = ${booking}`;
    const answers = await as(person, 'report_arrivals', { p_reports: [reportOf(booking, row?.ticket as string)] });
    expect(answers).toMatchObject([{ result: 'refused', code: 'own_booking' }]);
  });
});

describe('a departure', () => {
  const decide = (who: string, departure: unknown, p_decision: string) =>
    as(who, 'decide_departure', { p_departure_id: departure, p_decision });

  test.each(['guide', 'staff', 'manager'] as const)(
    'on which %s has a booking is cancelled, decided and reinstated by a colleague',
    async (who) => {
      const { fixture } = context;
      const person = fixture[who];
      const booking = await paidBy(person);
      const preview = { p_selection: { departures: [theDeparture(fixture)] } };
      expect(await as(person, 'preview_departure_cancellation', preview)).toMatchObject({
        departures: [{ outcome: 'own_departure' }],
        money: [],
      });
      expect(await cancel(fixture, person)).toMatchObject({ departures: [{ outcome: 'own_departure' }] });
      const [row] = await fixture.db.sql`select departure_id from public.bookings where id = ${booking}`;
      for (const decision of ['run', 'wait'])
        await expect(decide(person, row?.departure_id, decision)).rejects.toMatchObject(ownDeparture);
      const cancelled = await cancel(fixture, who === 'staff' ? fixture.manager : fixture.staff);
      expect(cancelled).toMatchObject({ departures: [{ outcome: 'cancelled' }] });
      const undo = { p_cancellation_id: cancelled.cancellation_id };
      if (who !== 'guide')
        await expect(as(person, 'undo_departure_cancellation', undo)).rejects.toMatchObject(ownDeparture);
      await as(who === 'staff' ? fixture.manager : fixture.staff, 'undo_departure_cancellation', undo);
    },
  );

  test('is cancelled by a colleague while they pay for one of its tickets, and by them once that ticket is cancelled by its policy', async () => {
    const { fixture } = context;
    const given = await transferred(fixture.staff, await paidBy(fixture.staff));
    expect(await cancel(fixture, fixture.staff)).toMatchObject({ departures: [{ outcome: 'own_departure' }] });
    await context.call(fixture.manager, 'staff_cancel_booking', given, { p_refund_amount: null });
    const kept = await paidBy(fixture.staff);
    await context.call(fixture.staff, 'cancel_booking', kept);
    expect(await cancel(fixture, fixture.staff)).toMatchObject({ departures: [{ outcome: 'cancelled' }] });
  });
});

describe("a share of a person's own booking", () => {
  test.each([false, true])('is marked, paid out and reversed by a colleague, transferred: %s', async (given) => {
    const { fixture } = context;
    const booking = await paidBy(fixture.manager);
    if (given) await transferred(fixture.manager, booking);
    await context.startsIn(booking, -24);
    const mark = (p_status: string) =>
      context.call(fixture.manager, 'set_payout_status', booking, { p_party: 'operator', p_status });
    for (const status of ['cancelled', 'pending', 'paid']) await expect(mark(status)).rejects.toMatchObject(ownShare);
    const payees = await fixture.db.as(
      signedIn(fixture.manager),
      (sql) => sql`select payee, currency_code as currency, version, as_of from public.payees_to_pay('rio')
        where party = 'operator'`,
    );
    const [payee] = payees.map((one) => ({ ...one, as_of: (one.as_of as Date).toISOString() }));
    const pay = (who: string) =>
      as(who, 'pay_out', {
        p_territory_id: 'rio',
        p_selection: [payee],
        p_paid_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        p_reference: 'Transfer 1',
        p_key: randomUUID(),
      });
    await expect(pay(fixture.manager)).rejects.toMatchObject(ownShare);
    await fixture.db.sql`insert into private.role_grants (user_id, role, territory_id)
      values (${context.user}, 'territory_manager', 'rio')`;
    const paid = (await pay(context.user)) as { outcome: string; payouts: string[] };
    expect(paid).toMatchObject({ outcome: 'paid' });
    const reverse = { p_payout_id: paid.payouts[0], p_reason: 'Wrong account' };
    await expect(as(fixture.manager, 'reverse_payout', reverse)).rejects.toMatchObject(ownShare);
    await as(context.user, 'reverse_payout', reverse);
  });
});
