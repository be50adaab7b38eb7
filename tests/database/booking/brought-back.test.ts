import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isCashDue, STATUSES } from '../../../src/features/booking/tickets/transitions.ts';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest, type Json } from './support/context.ts';
import { allowAllCash, brokenInvariants, rideOf, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

// Tests a refunded card booking that staff reinstated. It is paid in cash at the meeting point, and every screen
// shows that.

const context = contextForEachTest({ seats: 4 });
const PRICE = 175.5;

/** Returns what each screen shows as still due for the only booking. */
async function due(booking: string): Promise<Json> {
  const { fixture, user } = context;
  const { db } = fixture;
  const [row] = await db.sql`select b.service_id, b.slot_id, d.service_date::text as day, c.code
    from public.bookings b join public.departures d on d.id = b.departure_id join public.booking_codes c on c.booking_id = b.id
   where b.id = ${booking}`;
  const staff = rpcFor(db, signedIn(fixture.staff));
  const listed = async (payment: string) =>
    ((await staff('territory_bookings', { p_territory_id: 'rio', p_payment: payment })) as Json[]).some(
      ({ id }) => id === booking,
    );
  const ticket = (await rpcFor(db, signedIn(fixture.guide))('get_check_in', {
    p_booking_id: booking,
    p_code: row?.code,
  })) as Json;
  const drawer = (await staff('territory_departure', {
    p_service_id: row?.service_id,
    p_slot_id: row?.slot_id,
    p_date: row?.day,
  })) as { sums: Json[]; guests: Json[] };
  const days = (await rpcFor(db, signedIn(fixture.guide))('day_departures', { p_role: 'tour_guide' })) as Json[];
  const own = await db.as(
    signedIn(user),
    (
      as,
    ) => as`select b.status, b.payment_method, b.payment_status, b.check_in_status, m.total_price::float as total_price
      from public.bookings b, public.my_ticket_money(array[b.id]) m where b.id = ${booking}`,
  );
  const mine = own[0] as unknown as Parameters<typeof isCashDue>[0] & { total_price: number };
  return {
    scanner: Number(ticket.amount_due ?? 0),
    notPaid: await listed('pending'),
    toCollect: await listed('collect'),
    booking: Number((await context.call(fixture.staff, 'territory_booking', booking)).amount_due ?? 0),
    drawer: Number(drawer.sums[0]?.to_collect ?? 0),
    guest: Number(drawer.guests[0]?.to_collect ?? 0),
    day: Number(days[0]?.to_collect ?? 0),
    ticket: isCashDue(mine) ? mine.total_price : 0,
  };
}
const all = (amount: number, open = amount > 0) => ({
  scanner: amount,
  notPaid: open,
  toCollect: amount > 0,
  booking: amount,
  drawer: amount,
  guest: amount,
  day: amount,
  ticket: amount,
});

/** Creates a card booking that its guest cancelled with a full refund and staff set to Confirmed again. */
async function broughtBack() {
  const paid = await payFor(context.fixture, context.checkout, context.user);
  await context.call(context.user, 'cancel_booking', paid.booking, { p_refund_amount: PRICE });
  await context.work();
  await context.setStatus(paid.booking, 'confirmed');
  expect(await context.statusOf(paid.booking)).toBe('confirmed/pending');
  await context.startsIn(paid.booking, 1);
  return paid;
}
const checkIn = (booking: string, cash?: number) =>
  context.call(context.fixture.guide, 'check_in_listed', booking, {
    p_action: 'checked_in',
    ...(cash !== undefined && { p_cash: cash }),
  });
const payment = async (booking: string) => {
  const [row] = await context.fixture.db
    .sql`select method, captured_minor::int as captured, refunded_minor::int as refunded,
    received_by from private.charges where booking_id = ${booking}`;
  return row;
};

describe('a reinstated, unpaid card booking', () => {
  test('is due at the dock on every screen, until it is paid there', async () => {
    const { booking, intent } = await broughtBack();
    expect(await due(booking)).toEqual(all(PRICE));
    await checkIn(booking, PRICE);
    expect(await context.statusOf(booking)).toBe('checked_in/completed');
    expect(await due(booking)).toEqual(all(0));
    expect(await payment(booking)).toEqual({
      method: 'cash',
      captured: 35_100,
      refunded: 17_550,
      received_by: context.fixture.guide,
    });
    expect(await context.ledgerTotal(booking)).toBe(PRICE);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('control: is due nowhere if it stayed paid by card or is paid by it', async () => {
    const paid = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(paid.booking, 1);
    expect(await due(paid.booking)).toEqual(all(0));
    await context.setStatus(paid.booking, 'cancelled');
    await context.setStatus(paid.booking, 'confirmed');
    expect(await due(paid.booking)).toEqual(all(0));
    await expect(checkIn(paid.booking, PRICE)).rejects.toMatchObject({ code: 'not_cash' });
  });

  test('is not paid by an old Stripe event that arrives again', async () => {
    const { booking, intent } = await broughtBack();
    const { stripe, admin } = context.checkout.deps;
    for (const id of ['evt_again', 'evt_later'])
      await syncPayment(stripe, admin, intent, { id, type: 'charge.updated' });
    expect(await due(booking)).toEqual(all(PRICE));
    await checkIn(booking, PRICE);
    await syncPayment(stripe, admin, intent, { id: 'evt_after', type: 'charge.updated' });
    expect(await payment(booking)).toMatchObject({ captured: 35_100, refunded: 17_550 });
  });

  test('is due once and paid once if reinstated twice', async () => {
    const { booking } = await broughtBack();
    await context.setStatus(booking, 'cancelled');
    expect(await due(booking)).toEqual(all(0));
    await context.setStatus(booking, 'confirmed');
    await context.startsIn(booking, 1);
    expect(await due(booking)).toEqual(all(PRICE));
    const presses = await Promise.allSettled([checkIn(booking, PRICE), checkIn(booking, PRICE)]);
    expect(presses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await payment(booking)).toMatchObject({ captured: 35_100 });
    expect(await due(booking)).toEqual(all(0));
  });

  test('can be paid again after staff returned the cash in person', async () => {
    const { booking, intent } = await broughtBack();
    await context.setStatus(booking, 'paid');
    expect(await due(booking)).toEqual(all(0));
    const plan = await context.call(context.fixture.staff, 'preview_booking_status', booking, {
      p_status: 'cancelled',
    });
    expect(plan).toMatchObject({ money: 'hand_back', amount: PRICE });
    await context.setStatus(booking, 'cancelled');
    await context.work();
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    await context.setStatus(booking, 'ordered');
    expect(await due(booking)).toEqual(all(PRICE));
    await checkIn(booking, PRICE);
    expect(await payment(booking)).toMatchObject({ captured: 52_650, refunded: 35_100 });
    // The receipt shows both payments.
    const receipt = (await context.call(context.user, 'booking_receipt', booking)) as { entries: Json[] };
    expect(receipt.entries.map(({ method, amount }) => [method, amount])).toEqual([
      ['card', PRICE],
      ['card', -PRICE],
      ['cash', PRICE],
      ['cash', -PRICE],
      ['cash', PRICE],
    ]);
    const booked = await context.call(context.fixture.staff, 'territory_booking', booking);
    expect(booked).toMatchObject({ paid_amount: 3 * PRICE, card_amount: PRICE, refunded_amount: 2 * PRICE });
    expect(await context.ledgerTotal(booking)).toBe(PRICE);
  });

  test('is due again after cash recorded by mistake was removed', async () => {
    const { booking } = await broughtBack();
    await checkIn(booking, PRICE);
    await context.call(context.fixture.guide, 'undo_arrival', booking);
    expect(await due(booking)).toEqual(all(PRICE));
    expect(await payment(booking)).toMatchObject({ captured: 17_550, refunded: 17_550, received_by: null });
    expect(await context.ledgerTotal(booking)).toBe(0);
  });

  test('promises a full refund to a guest who paid again and cancels in time', async () => {
    const { booking } = await broughtBack();
    await context.startsIn(booking, 200);
    await context.setStatus(booking, 'paid');
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: PRICE });
  });

  test('has an email that says the cash will be returned in person, not that it was', async () => {
    const { booking } = await broughtBack();
    await context.startsIn(booking, 200);
    await context.setStatus(booking, 'paid');
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: PRICE });
    await context.fixture.db.sql`update private.outbox set next_attempt_at = now() where state = 'queued'`;
    await processOutbox(context.checkout.deps);
    const letter = context.checkout.mails.filter(({ subject }) => subject.startsWith('Cancelled')).at(-1);
    expect(letter?.text).toContain("You paid in cash, so you'll get your refund in person.");
  });

  test('is not due if a part of the payment was kept', async () => {
    const paid = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(paid.booking, 48);
    await context.call(context.user, 'cancel_booking', paid.booking, { p_refund_amount: 87.75 });
    await context.work();
    await context.setStatus(paid.booking, 'confirmed');
    await context.startsIn(paid.booking, 1);
    expect(await due(paid.booking)).toEqual(all(0));
    await context.refund(paid.booking, null);
    await context.work();
    expect(await context.statusOf(paid.booking)).toBe('refunded/completed');
    await context.setStatus(paid.booking, 'confirmed');
    expect(await due(paid.booking)).toEqual(all(PRICE));
  });

  test('asks for the price of those who are left, and for that of each change of them, in every screen', async () => {
    const { fixture, user } = context;
    const { booking } = await payFor(fixture, context.checkout, user, { num_people: 3 });
    const people = (n: number, extra_amount = 0, refund_amount = 0, who = fixture.staff) =>
      context.call(who, 'change_booking', booking, {
        p_steps: [{ step: 'party', people: n }],
        p_key: randomUUID(),
        p_shown: { extra_amount, refund_amount },
        p_desk: who === user ? null : { reason: 'Asked on the phone', waived: false },
      });
    await people(2, 0, PRICE);
    await context.work();
    await context.call(user, 'cancel_booking', booking, { p_refund_amount: 2 * PRICE });
    await context.work();
    const plan = await context.call(fixture.staff, 'preview_booking_status', booking, { p_status: 'confirmed' });
    expect(plan).toMatchObject({ money: 'unpaid', amount: 2 * PRICE });
    await context.setStatus(booking, 'confirmed');
    expect(await due(booking)).toEqual(all(2 * PRICE));
    // Unpaid, the price follows the party, for the desk and the guest.
    await people(3, PRICE);
    expect(await due(booking)).toEqual(all(3 * PRICE));
    await people(1, 0, 2 * PRICE, user);
    expect(await due(booking)).toEqual(all(PRICE));
    expect(await brokenInvariants(fixture)).toEqual([]);
    await expect(
      context.call(fixture.staff, 'set_booking_status', booking, {
        p_status: 'paid',
        p_from: 'confirmed',
        p_amount: 3 * PRICE,
      }),
    ).rejects.toMatchObject({ code: 'quote_changed' });
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(PRICE);
    // Paid in cash again, the desk settles the difference in cash, and cancelling refunds all of it.
    await people(4, 3 * PRICE);
    await people(2, 0, 2 * PRICE);
    expect(await context.ledgerTotal(booking)).toBe(2 * PRICE);
    expect(await context.call(user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 2 * PRICE });
    expect(await context.call(fixture.staff, 'territory_booking', booking)).toMatchObject({
      total_price: 2 * PRICE,
      card_amount: 3 * PRICE,
      paid_amount: 7 * PRICE,
      refunded_amount: 5 * PRICE,
    });
    const receipt = (await context.call(user, 'booking_receipt', booking)) as { entries: Json[] };
    expect(receipt.entries.map(({ method, amount }) => [method, Number(amount) / PRICE])).toEqual([
      ['card', 3],
      ['card', -1],
      ['card', -2],
      ['cash', 1],
      ['cash', 3],
      ['cash', -2],
    ]);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('cash that fewer people had paid is removed as a mistake and asked for again', async () => {
    const { fixture } = context;
    const booking = await context.bookCash({ num_people: 2 });
    await context.setStatus(booking, 'paid');
    await context.call(fixture.staff, 'change_booking', booking, {
      p_steps: [{ step: 'party', people: 1 }],
      p_key: randomUUID(),
      p_shown: { extra_amount: 0, refund_amount: PRICE },
      p_desk: { reason: 'Asked on the phone', waived: false },
    });
    await context.setStatus(booking, 'ordered');
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await due(booking)).toEqual(all(PRICE));
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(PRICE);
    await context.setStatus(booking, 'ordered'); // a mistake: undone exactly
    expect(await due(booking)).toEqual(all(PRICE));
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('is not due for a guest who stays away, while the desk still sees that it was not paid', async () => {
    const { booking } = await broughtBack();
    await context.startsIn(booking, -0.1);
    await context.call(context.fixture.guide, 'check_in_listed', booking, { p_action: 'no_show' });
    expect(await due(booking)).toEqual(all(0, true));
  });

  test('is due in its own currency, although the territory now sells in another one', async () => {
    const { booking } = await broughtBack();
    const { db, staff } = context.fixture;
    await db.sql`update public.territories set currency_code = 'USD' where id = 'rio'`;
    expect(await due(booking)).toEqual(all(PRICE));
    await checkIn(booking, PRICE);
    const totals = await rpcFor(db, signedIn(staff))('territory_booking_totals', { p_territory_id: 'rio' });
    expect(totals).toMatchObject([{ currency_code: 'GTQ' }]);
    expect([...(await db.sql`select distinct currency_code from private.ledger`)]).toEqual([{ currency_code: 'GTQ' }]);
  });
});

test('a driver collects the cash of a reinstated ride, and the manifest shows the amount', async () => {
  const { fixture, checkout, user } = context;
  const { sql } = fixture.db;
  await allowAllCash(fixture);
  const { booking } = await payFor(fixture, checkout, user, rideOf(fixture, 1));
  const call = (who: string, name: string, more: Json = {}) => context.call(who, name, booking, more);
  await call(user, 'cancel_booking');
  await context.work();
  await call(fixture.staff, 'set_booking_status', { p_status: 'confirmed', p_from: 'refunded', p_amount: 120 });
  const manifest = async () => {
    const [row] = await fixture.db.as(
      signedIn(fixture.shuttle),
      (as) => as`select p.to_pay::float as to_pay from public.bookings b,
        public.departure_passengers(b.slot_id, b.booking_date) p where b.id = ${booking}`,
    );
    const [numbers] =
      await sql`select to_collect::float as to_collect, unpaid from private.departure_numbers(${fixture.transport}, ${fixture.date})`;
    return { ...row, ...numbers };
  };
  expect(await manifest()).toEqual({ to_pay: 120, to_collect: 120, unpaid: 1 });
  await call(fixture.staff, 'set_booking_status', { p_status: 'paid', p_from: 'confirmed', p_amount: 120 });
  expect(await manifest()).toEqual({ to_pay: null, to_collect: 0, unpaid: 0 });
});

test('the screens and the database use the same rule for what must be collected', async () => {
  const facts = STATUSES.flatMap((status) =>
    ['cash', 'card'].flatMap((payment_method) =>
      ['pending', 'completed'].flatMap((payment_status) =>
        ['pending', 'checked_in', 'no_show'].map((check_in_status) => ({
          status,
          payment_method,
          payment_status,
          check_in_status,
        })),
      ),
    ),
  );
  const rows = await context.fixture.db.sql.unsafe(
    `select private.is_cash_due(x.status, x.payment_method, x.payment_status, x.check_in_status) as due
       from jsonb_array_elements($1::text::jsonb) with ordinality e (fact, n), jsonb_populate_record(null::public.bookings, e.fact) x order by e.n`,
    [JSON.stringify(facts)],
  );
  expect(rows.map((row) => row.due)).toEqual(facts.map(isCashDue));
});
