import { beforeEach, describe, expect, test } from 'vitest';
import { daysFromNow } from './support/fixture.ts';
import { fixture, user as tourist } from './support/for-each-test.ts';
import {
  addSchedule,
  book,
  bookNow,
  call,
  checkIn,
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

describe('a driver', () => {
  beforeEach(() => addSchedule(fixture.shuttle, dayOf(today())));

  test("sees today's departures, with and without bookings", async () => {
    expect(await rows(driver, 'day_departures', { p_role: 'shuttle_driver' })).toMatchObject([
      { people: 0, title: 'Shuttle to Flores' },
    ]);
    await book();
    expect(await rows(driver, 'day_departures', { p_role: 'shuttle_driver' })).toMatchObject([
      { people: 1, bookings: 1, unpaid: 1 },
    ]);
    await write(fixture.shuttle, 'update public.driver_schedules set active = false');
    expect(await rows(driver, 'day_departures', { p_role: 'shuttle_driver' })).toEqual([]);
    await expect(rows(tourist, 'day_departures', { p_role: 'shuttle_driver' })).rejects.toMatchObject({ status: 403 });
  });

  test('sees each of their departures once, even with a colleague, and none that has ended or is closed without passengers', async () => {
    const { sql } = fixture.db;
    const days = async () =>
      (await rows(driver, 'day_departures', { p_role: 'shuttle_driver' })).map(({ service_date: day }) =>
        (day as Date).toISOString().slice(0, 10),
      );
    const colleague = await person('shuttle_driver', 'rio');
    await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${colleague}, 'rio')`;
    await addSchedule(fixture.shuttle, dayOf(today()), colleague);
    await addSchedule(fixture.shuttle, dayOf(daysFromNow(1)));
    expect(await days()).toEqual([today(), daysFromNow(1)]);
    await call(fixture.shuttle, 'close_departure', {
      p_service_id: fixture.transport,
      p_slot_id: fixture.transport,
      p_date: daysFromNow(1),
    });
    expect(await days()).toEqual([today()]);
    // Yesterday's departure left at noon, which is more than six hours ago at any time.
    await addSchedule(fixture.shuttle, dayOf(daysFromNow(-1)));
    const booking = await book(daysFromNow(-1));
    await sql`update public.bookings set start_time = '12:00' where id = ${booking}`;
    expect(await days()).toEqual([today()]);
  });

  test('sees no photos of passports, which the shuttle manager can open', async () => {
    const booking = await book();
    await fixture.db.sql`update public.bookings set passport_images = '{a/1.jpg}' where id = ${booking}`;
    const passports = async (who: string) =>
      (await rows(who, 'departure_passengers', { p_slot_id: fixture.transport, p_date: today() }))[0]?.passports;
    expect(await passports(driver)).toEqual([]);
    expect(await passports(fixture.shuttle)).toEqual([1]);
  });

  test('reads what the drive needs, but no email address, no other day, and nothing directly from the table', async () => {
    await book();
    const next = daysFromNow(7);
    const args = (date: string) => ({ p_slot_id: fixture.transport, p_date: date });
    const [row] = await rows(driver, 'departure_passengers', args(today()));
    expect(row).toMatchObject({ email: null, passports: [], whatsapp_number: '+50255512345', to_pay: '120.00' });
    expect(JSON.stringify(row)).not.toContain('@example.test');
    // They also drive on the same weekday next week, which is not visible yet, and last week, which isn't visible
    // any longer.
    for (const date of [next, daysFromNow(-7), daysFromNow(1)])
      await expect(rows(driver, 'departure_passengers', args(date))).rejects.toMatchObject({ status: 404 });
    expect(await write(driver, 'select id from public.bookings')).toHaveLength(0);
    expect(await write(driver, 'select id from public.all_bookings')).toHaveLength(0);
  });

  test('checks in on their own departure of today, once, and gets no email address', async () => {
    const booking = await bookNow();
    const done = await checkIn(driver, booking);
    expect(done).toMatchObject({
      check_in_status: 'checked_in',
      status: 'checked_in',
      tourist: { full_name: expect.any(String) },
      passports: [],
      passenger_details: [{ name: 'Ana' }],
    });
    expect(JSON.stringify(done)).not.toContain('@example.test');
    // The booking is unpaid, so only the amount to collect is shown.
    expect(done).toMatchObject({ total_price: null, amount_due: 120, currency_code: 'GTQ' });
    await fixture.db
      .sql`update public.bookings set payment_status = 'completed', check_in_status = 'pending' where kind = 'transport'`;
    expect(await checkIn(driver, booking)).toMatchObject({
      total_price: null,
      amount_due: null,
      currency_code: null,
      currency_symbol: null,
    });
    await fixture.db.sql`update public.bookings set check_in_status = 'pending' where kind = 'transport'`;
    expect(await checkIn(fixture.shuttle, booking)).toMatchObject({ total_price: 120, amount_due: null });
    await expect(checkIn(driver, booking, 'no_show')).rejects.toMatchObject({ code: 'check_in_already' });
    expect(
      await rows(fixture.shuttle, 'day_departures', { p_role: 'shuttle_manager', p_territory_id: 'rio' }),
    ).toMatchObject([{ arrived: 1 }]);
  });

  test.each([
    [
      "tomorrow's departure",
      () => fixture.db.sql`update public.driver_schedules set day_of_week = ${dayOf(daysFromNow(1))}`,
      1,
    ],
    [
      'a departure of another weekday',
      () => fixture.db.sql`update public.driver_schedules set day_of_week = ${dayOf(daysFromNow(2))}`,
      0,
    ],
    ['a paused schedule', () => fixture.db.sql`update public.driver_schedules set active = false`, 0],
    ['a paused driver', () => fixture.db.sql`update public.shuttle_drivers set active = false`, 0],
    [
      'a revoked role',
      () => fixture.db.sql`update private.role_grants set revoked_at = now() where role = 'shuttle_driver'`,
      0,
    ],
  ])("can't check in on %s", async (_, change, ahead) => {
    const booking = await book(daysFromNow(ahead));
    await change();
    await expect(checkIn(driver, booking)).rejects.toMatchObject({ status: 403, code: 'check_in_forbidden' });
  });

  test("checks nobody in by a guessed code, and by the ticket's code only on their own departure", async () => {
    const booking = await bookNow();
    const [row] = await fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
    const scan = (who: string, code: unknown) =>
      call(who, 'check_in', { p_booking_id: booking, p_code: code, p_action: 'checked_in' });
    expect(await scan(driver, 'wrong')).toMatchObject({ hint: 'invalid_check_in_code' });
    const other = await person('shuttle_driver', 'rio');
    expect(await scan(other, row?.code)).toMatchObject({ hint: 'check_in_forbidden' });
    // The shuttle manager reads the addresses of the same ticket.
    const look = (who: string) => call(who, 'get_check_in', { p_booking_id: booking, p_code: row?.code });
    expect(JSON.stringify(await look(driver))).not.toContain('@example.test');
    expect(await look(fixture.shuttle)).toMatchObject({
      tourist: { email: `${tourist}@example.test` },
      passenger_details: [{ email: 'ana@example.test' }],
    });
    expect(await scan(driver, row?.code)).toMatchObject({ check_in_status: 'checked_in' });
  });

  test("loses role and schedules but keeps the account when deleted, which another territory's shuttle manager can't do", async () => {
    const [entry] = await fixture.db.sql`select id from public.shuttle_drivers where driver_id = ${driver}`;
    const remove = (who: string) => call(who, 'remove_driver', { p_id: entry?.id });
    for (const who of [otherShuttleManager, driver, tourist, fixture.staff])
      await expect(remove(who)).rejects.toMatchObject({ status: 404 });
    await remove(fixture.shuttle);
    expect(await fixture.db.sql`select 1 from public.driver_schedules`).toHaveLength(0);
    expect(await fixture.db.sql`select 1 from public.shuttle_drivers`).toHaveLength(0);
    expect(await fixture.db.sql`select roles from public.profiles where id = ${driver}`).toMatchObject([
      { roles: ['tourist'] },
    ]);
    await expect(rows(driver, 'day_departures', { p_role: 'shuttle_driver' })).rejects.toMatchObject({ status: 403 });
  });
});
