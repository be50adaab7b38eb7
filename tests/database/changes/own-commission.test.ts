import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, grantRole, referUsers } from '../booking/support/fixture.ts';
import { call, cancel, dayAfter, offersOf, passUndo } from '../departures/support.ts';

// docs/rules/booking.md, own bookings: staff who are partners too decide nothing about the money of a booking that earns them a commission.

const context = contextForEachTest({ seats: 8 });
const refused = { status: 403, code: 'own_commission' };

/** Someone who works for the region, whose link brought the booking, and that booking of two. */
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
  ])('do not change it as %s, %s', async (role, _, waived, extra_amount) => {
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

  test('do not refund it, and end it or bring it back for its guest as the policy has it only', async () => {
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
    await context.call(partner, 'change_booking_details', booking, {
      p_details: { hotel_name: 'Posada' },
      p_reason: 'Asked on the phone',
    });
    expect(await context.call(partner, 'staff_cancel_booking', booking, { p_refund_amount: 351 })).toMatchObject({
      refund_amount: 351,
    });
    await expect(context.setStatus(booking, 'confirmed', partner)).rejects.toMatchObject(refused);
  });

  test('do not answer for its guest when the departure is cancelled', async () => {
    const { partner } = await broughtByStaff();
    await cancel(context.fixture, context.fixture.guide);
    await passUndo(context.fixture);
    const [offer] = await offersOf(context.fixture, context.user);
    const refund = { p_offer_id: offer?.offer_id, p_answer: 'refund' };
    await expect(call(context.fixture, partner, 'answer_departure_offer', refund)).rejects.toMatchObject(refused);
    await call(context.fixture, context.fixture.staff, 'answer_departure_offer', refund);
  });

  test('decide about other bookings as before', async () => {
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
