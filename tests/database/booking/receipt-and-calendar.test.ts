import { describe, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';

import { contextForEachTest } from './support/context.ts';
import { rideOf } from './support/fixture.ts';

const context = contextForEachTest({ seats: 4 });

describe('the receipt', () => {
  test('shows what was paid, refunded and is being refunded', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user, { num_people: 2 });
    await context.refund(booking, 51);
    await context.work();
    await context.startsIn(booking, 30);
    await context.call(context.user, 'cancel_booking', booking);
    const receipt = await context.call(context.user, 'booking_receipt', booking);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^E-\d{8}-[0-9A-F]{8}$/),
      total_price: 351,
      lines: [{ code: 'per_person', unit_price: 175.5, quantity: 2, amount: 351 }],
      entries: [
        { at: expect.any(String), amount: 351, method: 'card' },
        { at: expect.any(String), amount: -51, method: 'card' },
      ],
      paid_amount: 351,
      refunded_amount: 51,
      on_its_way_amount: 175.5,
      fee_amount: 124.5,
      customer_email: `${context.user}@example.test`,
    });
    for (const who of [context.fixture.staff, context.fixture.guide]) {
      await expect(context.call(who, 'booking_receipt', booking)).rejects.toMatchObject({ code: 'booking_not_found' });
    }
  });
});

test('returns a booking with its names in each language', async () => {
  const { booking } = await payFor(context.fixture, context.checkout, context.user);
  const { sql } = context.fixture.db;
  await sql`update public.experiences set translations = '{"es": {"title": "Castillo", "meeting_point": "Muelle"}}', meeting_point = 'Dock'`;
  expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
    title: 'Castle & hot waterfall',
    titles: { en: 'Castle & hot waterfall', es: 'Castillo' },
    territory_names: { en: 'Río Dulce' },
  });
  const spanish = await context.call(context.user, 'booking_calendar', booking, { p_language: 'es' });
  expect(spanish).toMatchObject({ title: 'Castillo', location: 'Muelle, Río Dulce' });
  const french = await context.call(context.user, 'booking_calendar', booking, { p_language: 'fr' });
  expect(french).toMatchObject({ title: 'Castle & hot waterfall', location: 'Dock, Río Dulce' });
});

describe('the calendar entry', () => {
  const entry = (booking: string) => context.call(context.user, 'booking_calendar', booking);

  test('keeps its uid, and increases its sequence with date, status and place', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const first = await entry(booking);
    expect(first).toMatchObject({
      uid: `experience-${booking}@territorio`,
      status: 'CONFIRMED',
      title: 'Castle & hot waterfall',
      startLocal: `${context.fixture.date}T09:00:00`,
      endLocal: `${context.fixture.date}T13:00:00`,
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
    await grown(
      context.fixture.db.sql`update public.bookings set booking_date = booking_date + 1 where id = ${booking}`,
    );
    await grown(context.fixture.db.sql`update public.bookings set start_time = '10:00' where id = ${booking}`);
    const { sql } = context.fixture.db;
    // An experience without a meeting place uses its territory's.
    expect(await grown(sql`update public.territories set meeting_point = 'Park' where id = 'rio'`)).toMatchObject({
      location: 'Park, Río Dulce',
    });
    expect(await grown(sql`update public.experiences set meeting_point = 'Dock'`)).toMatchObject({
      location: 'Dock, Río Dulce',
    });
    await sql`update public.territories set meeting_point = 'Bridge' where id = 'rio'`;
    expect((await entry(booking)).sequence).toBe(sequence);
    await context.fixture.db.sql`update public.bookings set partner_status = 'cancelled' where id = ${booking}`;
    await context.fixture.db.sql`update public.experiences set featured = true`;
    expect((await entry(booking)).sequence).toBe(sequence);
    expect(await grown(context.call(context.user, 'cancel_booking', booking))).toMatchObject({ status: 'CANCELLED' });
  });

  test('covers a whole day for a ride without a timetable, and nobody else reads it', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user, rideOf(context.fixture));
    expect(await entry(booking)).toMatchObject({
      startLocal: `${context.fixture.date}T08:00:00`,
      location: 'Dock, Río Dulce',
    });
    const { sequence } = await entry(booking);
    await context.fixture.db
      .sql`insert into public.pickup_locations (id, territory_id, name) values ('pu_park', 'rio', 'Park')`;
    await context.fixture.db.sql`update public.territory_transports set pickup_location_id = 'pu_park'`;
    expect(await entry(booking)).toMatchObject({
      location: 'Park, Río Dulce',
      sequence: (sequence as number) + 1,
    });
    await context.fixture.db.sql`update public.departures set start_time = null where kind = 'transport'`;
    await context.fixture.db.sql`update public.bookings set start_time = null where kind = 'transport'`;
    expect(await entry(booking)).toMatchObject({ startLocal: context.fixture.date, endLocal: null });
    await expect(context.call(context.fixture.staff, 'booking_calendar', booking)).rejects.toMatchObject({
      status: 404,
    });
  });
});
