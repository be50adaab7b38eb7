import { describe, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';

import { sceneForEachTest } from './support/scene.ts';

const scene = sceneForEachTest({ seats: 4 });

describe('the receipt', () => {
  test('says what was paid, what went back and what is on its way', async () => {
    const { booking } = await payFor(scene.world, scene.checkout, scene.user, { num_people: 2 });
    await scene.call(scene.world.staff, 'refund_booking', booking, { p_amount: 51 });
    await scene.work();
    await scene.startsIn(booking, 30);
    await scene.call(scene.user, 'cancel_booking', booking);
    const receipt = await scene.call(scene.user, 'booking_receipt', booking);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^E-\d{8}-[0-9A-F]{8}$/),
      total_price: 351,
      lines: [{ code: 'per_person', unit_price: 175.5, quantity: 2, amount: 351 }],
      entries: [
        { at: expect.any(String), amount: 351 },
        { at: expect.any(String), amount: -51 },
      ],
      paid_amount: 351,
      refunded_amount: 51,
      on_its_way_amount: 175.5,
      fee_amount: 124.5,
      customer_email: `${scene.user}@example.test`,
    });
    for (const who of [scene.world.staff, scene.world.guide]) {
      await expect(scene.call(who, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
    }
  });
});

describe('the calendar entry', () => {
  const entry = (booking: string, kind = 'experience') => scene.call(scene.user, 'booking_calendar', booking, {}, kind);

  test('keeps its uid, and its sequence grows with the date, the status and the place', async () => {
    const { booking } = await payFor(scene.world, scene.checkout, scene.user);
    const first = await entry(booking);
    expect(first).toMatchObject({
      uid: `experience-${booking}@territorio`,
      status: 'CONFIRMED',
      title: 'Castle & hot waterfall',
      startLocal: `${scene.world.date}T09:00:00`,
      endLocal: `${scene.world.date}T13:00:00`,
      timeZone: 'America/Guatemala',
      location: 'Río Dulce',
    });
    let sequence = first.sequence as number;
    const grown = async (change: PromiseLike<unknown>) => {
      await change;
      const now = await entry(booking);
      expect(now.uid).toBe(first.uid);
      expect(now.sequence).toBe(sequence + 1);
      sequence += 1;
      return now;
    };
    await grown(scene.world.db.sql`update public.bookings set booking_date = booking_date + 1 where id = ${booking}`);
    await grown(scene.world.db.sql`update public.bookings set start_time = '10:00' where id = ${booking}`);
    expect(await grown(scene.world.db.sql`update public.experiences set meeting_point = 'Dock'`)).toMatchObject({
      location: 'Dock, Río Dulce',
    });
    await scene.world.db.sql`update public.bookings set partner_status = 'paid' where id = ${booking}`;
    await scene.world.db.sql`update public.experiences set featured = true`;
    expect((await entry(booking)).sequence).toBe(sequence);
    expect(await grown(scene.call(scene.user, 'cancel_booking', booking))).toMatchObject({ status: 'CANCELLED' });
  });

  test('of a ride without a timetable is a day; nobody else reads it', async () => {
    const { booking } = await payFor(scene.world, scene.checkout, scene.user, scene.ride());
    expect(await entry(booking, 'transport')).toMatchObject({
      startLocal: `${scene.world.date}T08:00:00`,
      location: 'Dock, Río Dulce',
    });
    await scene.world.db.sql`update public.transport_bookings set start_time = null`;
    expect(await entry(booking, 'transport')).toMatchObject({ startLocal: scene.world.date, endLocal: null });
    await expect(scene.call(scene.world.staff, 'booking_calendar', booking, {}, 'transport')).rejects.toMatchObject({
      status: 404,
    });
  });
});
