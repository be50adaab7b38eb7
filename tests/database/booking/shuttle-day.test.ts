import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHold, createUsers, daysFromNow, holdRequest, refusal, transportRequest } from './support/fixture.ts';
import { fixture, user as tourist } from './support/for-each-test.ts';
import {
  addSchedule,
  book,
  call,
  dayOf,
  driver,
  otherShuttleManager,
  person,
  rows,
  shuttleForEachTest,
  today,
  write,
} from './support/shuttle.ts';

shuttleForEachTest();

describe("a territory's shuttle managers", () => {
  test('count its departures with their drivers, page by page, and only their own', async () => {
    await addSchedule(fixture.shuttle, dayOf(today()));
    await book();
    await book(daysFromNow(1), { num_people: 1 });
    // Tomorrow's departure takes no new bookings, but existing ones go ahead.
    await fixture.db.sql`update public.departures set closed = true where service_date = ${daysFromNow(1)}`;
    const groups = await rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' });
    expect(groups.map((row) => [row.bookings, row.people, row.unpaid, (row.drivers as string[]).length])).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, dayOf(daysFromNow(1)) === dayOf(today()) ? 1 : 0],
    ]);
    expect(groups.map((row) => row.closed)).toEqual([false, true]);
    const [first] = await rows(fixture.shuttle, 'day_departures', {
      p_role: 'shuttle_manager',
      p_territory_id: 'rio',
      p_limit: 1,
    });
    const after = await rows(fixture.shuttle, 'day_departures', {
      p_role: 'shuttle_manager',
      p_territory_id: 'rio',
      p_after_date: new Date(String(first?.service_date)).toISOString().slice(0, 10),
      p_after_time: first?.start_time,
      p_after_id: first?.slot_id,
    });
    expect(after.map((row) => row.service_date)).toEqual([groups[1]?.service_date]);

    for (const who of [otherShuttleManager, driver, tourist, fixture.guide])
      await expect(
        rows(who, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' }),
      ).rejects.toMatchObject({ status: 403 });
    await expect(
      rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: null }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'Territory ID is required',
    });
  });

  test('see only the rides of their territory, without experiences, and count no-shows and photos of passports', async () => {
    const { sql } = fixture.db;
    const ask = () => rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' });
    const hold = await createHold(fixture, tourist, { ...holdRequest(fixture), service_date: daysFromNow(3) });
    await sql`select private.insert_booking(h) from private.holds h where h.id = ${hold.hold_id}`;
    expect(await ask()).toEqual([]);
    const ride = await book();
    expect(await ask()).toMatchObject([{ bookings: 1, missed: 0 }]);
    await sql`update public.bookings set check_in_status = 'no_show', status = 'no_show' where id = ${ride}`;
    expect(await ask()).toMatchObject([{ bookings: 1, arrived: 0, missed: 1 }]);
    await sql`update public.bookings set territory_id = 'lago' where id = ${ride}`;
    expect(await ask()).toEqual([]);
  });

  test("see yesterday's ride until noon, while an arrival is open", async () => {
    const { sql } = fixture.db;
    await book();
    const at = async (hour: number) => {
      const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
      const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
      await sql`update public.territories set time_zone = ${zone} where id = 'rio'`;
      await sql`update public.bookings set booking_date = (now() at time zone ${zone})::date - 1, start_time = null where kind = 'transport'`;
      return (await rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' }))
        .length;
    };
    expect(await at(8)).toBe(1);
    expect(await at(14)).toBe(0);
    await sql`update public.bookings set check_in_status = 'no_show' where kind = 'transport'`;
    expect(await at(8)).toBe(0);
    // A ride through the night stays listed until it ends.
    await sql`update public.services set duration_hours = 10 where kind = 'transport'`;
    expect(await at(8)).toBe(1);
  });

  test('see a cancelled booking as a number, and no departure without passengers', async () => {
    const kept = await book();
    const gone = await book();
    await fixture.db.sql`update public.bookings set status = 'cancelled' where id = ${gone}`;
    const ask = () => rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' });
    expect(await ask()).toMatchObject([{ bookings: 1, people: 1, cancelled: 1 }]);
    await fixture.db.sql`update public.bookings set status = 'cancelled' where id = ${kept}`;
    expect(await ask()).toEqual([]);
    // A cancelled departure stays listed for its day, because guests may still come.
    await call(fixture.shuttle, 'cancel_departures', {
      p_selection: {
        departures: [{ service_id: fixture.transport, slot_id: null, service_date: today() }],
      },
      p_reason: 'vehicle',
      p_message: '',
      p_key: randomUUID(),
    });
    expect(await ask()).toMatchObject([{ bookings: 0, people: 0, cancelled: 2, departure_id: expect.any(String) }]);
  });

  test("order a service's places along the route, without changing other days", async () => {
    const at: Record<string, string> = {};
    for (const hotel of ['Casa', 'Lago', 'Selva']) {
      const id = await book();
      await fixture.db.sql`update public.bookings set hotel_name = ${hotel} where id = ${id}`;
      at[id] = hotel;
    }
    /** The order of the page before is by default what it shows now. */
    const order = async (places: string[], who = fixture.shuttle, p_expected?: string[]) =>
      call(who, 'set_pickup_order', {
        p_transport_id: fixture.transport,
        p_places: places,
        p_expected: p_expected ?? (await way()),
      });
    const way = async () =>
      (await rows(fixture.shuttle, 'departure_passengers', { p_slot_id: fixture.transport, p_date: today() }))
        .filter((row) => row.stop !== null)
        .toSorted((a, b) => Number(a.stop) - Number(b.stop))
        .map((row) => at[String(row.id)]);
    expect(await way()).toEqual([]);
    const elsewhere = await book(daysFromNow(1));
    await fixture.db.sql`update public.bookings set hotel_name = 'Muelle' where id = ${elsewhere}`;
    await order(['Selva', 'Casa', 'Muelle', 'Lago']);
    expect(await way()).toEqual(['Selva', 'Casa', 'Lago']);
    await order([' lago', 'SELVA']);
    expect(await way()).toEqual(['Lago', 'Casa', 'Selva']);
    // A page that showed another order overwrites nothing; the same order once more is no conflict: the first answer may be lost.
    const stale = ['Selva', 'Casa', 'Lago'];
    await expect(order(['Casa', 'Selva', 'Lago'], fixture.shuttle, stale)).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
    expect(await way()).toEqual(['Lago', 'Casa', 'Selva']);
    await order(['Lago', 'Casa', 'Selva'], fixture.shuttle, stale);
    // People who have the day open reload it only after a change.
    const said = async () =>
      (await fixture.db.sql`select count(*)::int as n from realtime.messages where event = 'schedule'`)[0]?.n;
    const before = await said();
    expect(before).toBeGreaterThan(0);
    await order(['Lago', 'Selva']);
    expect(await said()).toBe(before);
    for (const who of [otherShuttleManager, driver, tourist, fixture.guide])
      await expect(order(['Casa'], who)).rejects.toMatchObject({ status: 404, code: 'transport_not_found' });
    await expect(order([])).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    // Adds a place that no booking of the service has, and a hotel of another service.
    await fixture.db
      .sql`insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      departure_time, duration_hours) select 'rio', 'shuttle', 'Other', 'd', 10, 'Dock', '08:00', 2`;
    const [other] = await fixture.db.sql`select id from public.territory_transports where title = 'Other'`;
    const ways = () => fixture.db.sql`select transport_id, places from private.pickup_orders`;
    const kept = await ways();
    for (const invented of ['www.evil.com', 'Hotel Inventado'])
      await expect(order(['Lago', invented])).rejects.toMatchObject({ status: 400, code: 'nobody_picked_up' });
    await expect(
      call(fixture.shuttle, 'set_pickup_order', { p_transport_id: other?.id, p_places: ['Lago'], p_expected: [] }),
    ).rejects.toMatchObject({ status: 400, code: 'nobody_picked_up' });
    expect(await ways()).toEqual(kept);
    await fixture.db.sql`insert into private.territory_topics (territory_id, roles_ended) values ('rio', 3)`;
    await order(['Selva', 'Lago']);
    expect(
      (
        await fixture.db
          .sql`select topic from realtime.messages where event = 'schedule' order by inserted_at desc limit 1`
      )[0],
    ).toEqual({ topic: 'territory:rio:3' });
  });

  test("read the passengers with their email addresses, while strangers can't", async () => {
    await book();
    const args = { p_slot_id: fixture.transport, p_date: today() };
    expect(await rows(fixture.shuttle, 'departure_passengers', args)).toMatchObject([
      {
        email: `${tourist}@example.test`,
        hotel_name: 'Hotel Backpackers',
        passengers: [{ name: 'Ana', email: 'ana@example.test' }],
      },
    ]);
    for (const who of [otherShuttleManager, driver, tourist, fixture.guide])
      await expect(rows(who, 'departure_passengers', args)).rejects.toMatchObject({ status: 404 });
  });
});

test("uses a service's new time only for dates without bookings, also for guests who join later", async () => {
  const date = fixture.date;
  await book(date);
  await fixture.db.sql`update public.departures set held = 0, sold = 1`;
  await fixture.db.sql`update public.territory_transports set departure_time = '06:00' where id = ${fixture.transport}`;
  const times = async () => {
    const days = await rows(tourist, 'get_departures', {
      p_service_id: fixture.transport,
      p_from: date,
      p_to: daysFromNow(8),
    });
    return days.map((row) => row.start_time);
  };
  expect(await times()).toEqual(['23:59:30', '06:00:00']);
  const [second = ''] = await createUsers(fixture.db.sql, 1);
  const joined = await createHold(fixture, second, transportRequest(fixture, { service_date: date }));
  const [hold] = await fixture.db.sql`select start_time from private.holds where id = ${joined.hold_id}`;
  expect(hold?.start_time).toBe('23:59:30');
});

describe('a schedule', () => {
  test('is made once, even by two people at the same time', async () => {
    const both = await Promise.allSettled([
      addSchedule(fixture.shuttle, 'monday'),
      addSchedule(fixture.staff, 'monday'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      hint: 'schedule_exists',
      message: 'This driver already has a schedule for this service on this day',
    });
  });

  test('accepts only active drivers of the territory, from its own shuttle manager', async () => {
    expect(await refusal(addSchedule(otherShuttleManager, 'monday'))).toMatchObject({ hint: 'forbidden' });
    expect(await refusal(addSchedule(driver, 'monday'))).toMatchObject({ hint: 'forbidden' });
    const stranger = await person('shuttle_driver', 'lago');
    expect(await refusal(addSchedule(fixture.shuttle, 'monday', stranger))).toMatchObject({
      hint: 'driver_not_in_territory',
    });
    await write(fixture.shuttle, `update public.shuttle_drivers set active = false where driver_id = '${driver}'`);
    expect(await refusal(addSchedule(fixture.shuttle, 'monday'))).toMatchObject({ hint: 'driver_inactive' });
  });
});

test("shows an invitation to the territory's shuttle managers until it is accepted or withdrawn", async () => {
  const invite = (await call(fixture.shuttle, 'create_invite', {
    p_email: 'mario@example.test',
    p_roles: ['shuttle_driver'],
    p_territory_id: 'rio',
    p_full_name: 'Mario Tiul',
  })) as { invite_id: string };
  const ask = (who: string) => rows(who, 'driver_invites', { p_territory_id: 'rio' });
  expect(await ask(fixture.shuttle)).toMatchObject([
    { id: invite.invite_id, full_name: 'Mario Tiul', email: 'mario@example.test' },
  ]);
  for (const who of [otherShuttleManager, driver]) await expect(ask(who)).rejects.toMatchObject({ status: 403 });
  await call(fixture.shuttle, 'withdraw_invite', { p_invite_id: invite.invite_id });
  expect(await ask(fixture.shuttle)).toEqual([]);
});
