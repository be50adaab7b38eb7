import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, grantRole, referUsers, signedIn } from '../booking/support/fixture.ts';
import { call, cancel, dayAfter, offersOf, passUndo } from '../departures/support.ts';

// Tests docs/rules/booking.md, own bookings: staff who are also partners decide nothing about the money of a
// booking that earns them a commission.

const context = contextForEachTest({ seats: 8 });
const refused = { status: 403, code: 'own_commission' };

/** Returns a person who works for the territory, whose link brought the booking, and that booking of two. */
async function broughtByStaff(role = 'territory_staff') {
  const { sql } = context.fixture.db;
  const partner = await referUsers(sql, [context.user]);
  await grantRole(sql, partner, role, role === 'admin' ? null : 'rio');
  const { booking } = await payFor(context.fixture, context.checkout, context.user, { num_people: 2 });
  return { partner, booking };
}
const desk = (waived: boolean) => ({ p_desk: { reason: 'Asked on the phone', waived } });

describe('staff whose link brought a booking', () => {
  test.each([
    ['territory_staff', 'for the difference', false, 175.5],
    ['territory_staff', 'without charge', true, 0],
    ['territory_manager', 'for the difference', false, 175.5],
    ['territory_manager', 'without charge', true, 0],
    ['admin', 'for the difference', false, 175.5],
    ['admin', 'without charge', true, 0],
  ])("can't change it as %s, %s", async (role, _, waived, extra_amount) => {
    const { partner, booking } = await broughtByStaff(role);
    const steps = { p_steps: [{ step: 'party', people: 3 }], ...desk(waived) };
    const request = { ...steps, p_key: randomUUID(), p_shown: { refund_amount: 0, extra_amount } };
    await expect(context.call(partner, 'change_options', booking, { p_desk: true })).rejects.toMatchObject(refused);
    await expect(context.call(partner, 'quote_change', booking, steps)).rejects.toMatchObject(refused);
    await expect(context.call(partner, 'change_booking', booking, request)).rejects.toMatchObject(refused);
    const withdrawn = context.call(partner, 'withdraw_change', booking, { p_hold_id: randomUUID() });
    await expect(withdrawn).rejects.toMatchObject(refused);
    await expect(context.call(context.fixture.staff, 'change_booking', booking, request)).resolves.toBeDefined();
  });

  test("can't refund it, and end or reinstate it for its guest only by the policy", async () => {
    const { partner, booking } = await broughtByStaff();
    await expect(context.refund(booking, 1, partner)).rejects.toMatchObject(refused);
    for (const status of ['cancelled', 'refunded'])
      await expect(context.setStatus(booking, status, partner)).rejects.toMatchObject(refused);
    for (const p_refund_amount of [0, 100])
      await expect(context.call(partner, 'staff_cancel_booking', booking, { p_refund_amount })).rejects.toMatchObject(
        refused,
      );
    // They may still do everything that moves no money.
    await context.call(partner, 'confirm_booking', booking);
    const { hotel_name } = await context.call(partner, 'territory_booking', booking);
    await context.call(partner, 'change_booking_details', booking, {
      p_details: { hotel_name: 'Posada' },
      p_reason: 'Asked on the phone',
      p_seen: { hotel_name },
    });
    expect(await context.call(partner, 'staff_cancel_booking', booking, { p_refund_amount: 351 })).toMatchObject({
      refund_amount: 351,
    });
    await expect(context.setStatus(booking, 'confirmed', partner)).rejects.toMatchObject(refused);
  });

  test("can't answer for its guest when the departure is cancelled", async () => {
    const { partner } = await broughtByStaff();
    await cancel(context.fixture, context.fixture.guide);
    await passUndo(context.fixture);
    const [offer] = await offersOf(context.fixture, context.user);
    const refund = { p_offer_id: offer?.offer_id, p_answer: 'refund' };
    await expect(call(context.fixture, partner, 'answer_departure_offer', refund)).rejects.toMatchObject(refused);
    await call(context.fixture, context.fixture.staff, 'answer_departure_offer', refund);
  });

  test("can't receive its cash or set it to Paid, but a colleague can", async () => {
    const { fixture, user } = context;
    const partner = await referUsers(fixture.db.sql, [user]);
    await grantRole(fixture.db.sql, partner, 'territory_staff', 'rio');
    const booking = await context.bookCash({ num_people: 2 });
    await context.startsIn(booking, 1);
    const cash = { p_amount: 351 };
    await expect(context.call(partner, 'receive_cash', booking, cash)).rejects.toMatchObject(refused);
    await expect(
      context.call(partner, 'check_in_listed', booking, { p_action: 'checked_in', p_cash: 351 }),
    ).rejects.toMatchObject(refused);
    await expect(context.setStatus(booking, 'paid', partner)).rejects.toMatchObject(refused);
    // Arrival and payment are separate facts.
    await context.call(partner, 'check_in_listed', booking, { p_action: 'checked_in' });
    await context.call(fixture.guide, 'receive_cash', booking, cash);
  });

  test("can't decide where its cash is after a report, but a colleague can", async () => {
    const { fixture, user } = context;
    const { sql } = fixture.db;
    const partner = await referUsers(sql, [user]);
    await grantRole(sql, partner, 'territory_staff', 'rio');
    const booking = await context.bookCash({ num_people: 2 });
    const reported = async (amount: number | null) => {
      const [row] = await sql<{ id: string }[]>`
        insert into private.dock_conflicts (reporter_id, territory_id, booking_id, action, reason, reported_at, amount, price, currency_code)
        values (${fixture.guide}, 'rio', ${booking}, 'checked_in', 'amount_changed', now(), ${amount}, 351, 'GTQ') returning id`;
      return row?.id;
    };
    const p_id = await reported(300);
    const decision = { p_id, p_decision: 'cash_returned' };
    await expect(call(fixture, partner, 'decide_dock_conflict', decision)).rejects.toMatchObject(refused);
    await call(fixture, fixture.staff, 'decide_dock_conflict', decision);
    await expect(call(fixture, partner, 'reopen_dock_conflict', { p_id })).rejects.toMatchObject({ code: 'forbidden' });
    await call(fixture, fixture.staff, 'reopen_dock_conflict', { p_id });
    // A report without cash is not about money.
    const arrival = { p_id: await reported(null), p_decision: 'noted' };
    await call(fixture, partner, 'decide_dock_conflict', arrival);
  });

  test('receive its cash at the dock if they lead the departure, because nobody else may be there', async () => {
    const { fixture, user } = context;
    const partner = await referUsers(fixture.db.sql, [user]);
    await grantRole(fixture.db.sql, partner, 'tour_guide', 'rio');
    const booking = await context.bookCash({ num_people: 2 });
    await context.startsIn(booking, 1);
    await fixture.db.sql`update public.bookings set guide_id = ${partner} where id = ${booking}`;
    await context.call(partner, 'check_in_listed', booking, { p_action: 'checked_in', p_cash: 351 });
    const book = await fixture.db
      .sql`select person_id, amount::int from public.cash_entries where booking_id = ${booking}`;
    expect(book).toEqual([{ person_id: partner, amount: 351 }]);
  });

  test('decide about other bookings as usual', async () => {
    const { partner } = await broughtByStaff();
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    const { booking } = await payFor(context.fixture, context.checkout, other, { num_people: 2 });
    const steps = [{ step: 'date', slot_id: context.fixture.slot, service_date: dayAfter() }];
    const shown = { p_shown: { refund_amount: 0, extra_amount: 0 } };
    await context.call(partner, 'change_booking', booking, {
      p_steps: steps,
      p_key: randomUUID(),
      ...shown,
      ...desk(false),
    });
    await context.call(partner, 'staff_cancel_booking', booking, { p_refund_amount: 0 });
  });
});

describe('a manager who is also a partner', () => {
  async function earned() {
    const { fixture, user } = context;
    const { sql } = fixture.db;
    const partner = await referUsers(sql, [user]);
    await grantRole(sql, partner, 'territory_manager', 'rio');
    const { booking } = await payFor(fixture, context.checkout, user, { num_people: 2 });
    await context.startsIn(booking, -24);
    const selection = async (who: string) => {
      const rows = await fixture.db.as(
        signedIn(who),
        (db) =>
          db`select payee, currency_code as currency, version, as_of, own from public.payees_to_pay('rio') where party = 'partner'`,
      );
      const [row] = rows.map(({ own, ...one }) => ({
        own,
        choice: { ...one, as_of: (one.as_of as Date).toISOString() },
      }));
      return row;
    };
    const pay = async (who: string) =>
      (await call(fixture, who, 'pay_out', {
        p_territory_id: 'rio',
        p_selection: [(await selection(who))?.choice],
        p_paid_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        p_reference: 'Transfer 1',
        p_key: randomUUID(),
      })) as { outcome: string; payouts: string[] };
    return { partner, booking, selection, pay };
  }
  const ownPayout = { status: 403, code: 'own_payout' };

  test("can't pay out, mark or reverse their own commission, but another manager can", async () => {
    const { fixture } = context;
    const { partner, booking, selection, pay } = await earned();
    expect((await selection(partner))?.own).toBe(true);
    expect((await selection(fixture.manager))?.own).toBe(false);
    await expect(pay(partner)).rejects.toMatchObject(ownPayout);
    for (const p_party of ['partner', 'operator'])
      for (const p_status of ['cancelled', 'pending', 'paid'])
        await expect(context.call(partner, 'set_payout_status', booking, { p_party, p_status })).rejects.toMatchObject(
          refused,
        );
    const { payouts } = await pay(fixture.manager);
    const reverse = { p_payout_id: payouts[0], p_reason: 'Wrong account' };
    await expect(call(fixture, partner, 'reverse_payout', reverse)).rejects.toMatchObject(ownPayout);
    await call(fixture, fixture.manager, 'reverse_payout', reverse);
  });

  test("can't set their own commission, but another manager can", async () => {
    const { fixture } = context;
    const { partner } = await earned();
    const set = async (who: string, commission: number) => {
      const [row] = await fixture.db.sql`select private.member_version(${partner}, 'rio')::text as version`;
      await fixture.db.as(signedIn(who), (db) =>
        db.unsafe(`select public.save_member('${partner}', 'rio', '${row?.version}', 'Posada', ${commission})`),
      );
    };
    await expect(set(partner, 20)).rejects.toMatchObject({ code: 'PT403', hint: 'own_commission_level' });
    await set(partner, 10); // unchanged
    await set(fixture.manager, 20);
  });

  test('can do it as an admin if the territory has no other manager and the app no other admin', async () => {
    const { fixture } = context;
    const { sql } = fixture.db;
    const { partner, pay } = await earned();
    await grantRole(sql, partner, 'admin', null);
    await expect(pay(partner)).rejects.toMatchObject(ownPayout);
    await sql`update private.role_grants set revoked_at = now()
      where user_id <> ${partner} and role in ('admin', 'territory_manager')`;
    expect(await pay(partner)).toMatchObject({ outcome: 'paid' });
  });
});
