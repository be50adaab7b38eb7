import { beforeEach, describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { createHold, createUsers, daysFromNow, grantRole, signedIn, transportRequest } from './support/fixture.ts';
import { checkoutForEachTest, user as driver, fixture } from './support/for-each-test.ts';
import { rpcFor } from './support/rpc.ts';
import { setStatus } from './support/status.ts';

let schedule: string;
const today = () => daysFromNow(0);
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
const inWords = (date: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  );

checkoutForEachTest();
beforeEach(async () => {
  await grantRole(fixture.db.sql, driver, 'shuttle_driver', 'rio');
  await fixture.db.sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  await fixture.db
    .sql`update public.territory_transports set title = 'To Flores', departure_time = '23:59:30' where id = ${fixture.transport}`;
});

type Row = Record<string, unknown>;
const call = (user: string, name: string, args: Row) => rpcFor(fixture.db, signedIn(user))(name, args);
const asManager = (statement: string) => fixture.db.as(signedIn(fixture.shuttle), (sql) => sql.unsafe(statement));
const staff = (statement: string) => fixture.db.as(signedIn(fixture.staff), (sql) => sql.unsafe(statement));

const inFull = (date: string) => (DAYS[weekday(date)] ?? '').replace(/^./, (c) => c.toUpperCase());

/** Returns the driver's notifications. */
const bells = async () =>
  said(
    await fixture.db.sql`select wording, params from public.notifications where user_id = ${driver} and type = 'run'`,
  )
    .map(({ title, message }) => `${title}: ${message}`)
    .sort();

async function told(): Promise<string[]> {
  const rows = await fixture.db.sql`
    with gone as (delete from public.notifications where type = 'run' returning user_id, wording, params, created_at)
    select user_id, wording, params, created_at from gone order by created_at`;
  for (const row of rows) expect(row.user_id).toBe(driver);
  return said(rows).map(({ title, message }) => `${title}: ${message}`);
}

async function assign(date = today()): Promise<void> {
  const [row] = await asManager(`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    values ('${driver}', '${fixture.transport}', '${DAYS[weekday(date)]}') returning id`);
  schedule = String(row?.id);
}

async function book(date = today()): Promise<string> {
  const [tourist = ''] = await createUsers(fixture.db.sql, 1);
  const hold = await createHold(fixture, tourist, transportRequest(fixture, { service_date: date }));
  const { sql } = fixture.db;
  const [made] = await sql`select private.insert_booking(h) as id from private.holds h where h.id = ${hold.hold_id}`;
  await sql`update private.holds set state = 'consumed' where id = ${hold.hold_id}`;
  await sql`update public.departures d set held = d.held - h.seats, sold = d.sold + h.seats from private.holds h
    where h.id = ${hold.hold_id} and d.id = h.departure_id`;
  return made?.id as string;
}

const cancel = (id: string) => setStatus(fixture.db, fixture.staff, id, 'cancelled', {});
const close = (date: string, closed = true) =>
  call(fixture.staff, 'close_service_date', {
    p_service_id: fixture.transport,
    p_date: date,
    p_closed: closed,
  });

describe("a driver's notifications", () => {
  test('report a departure that starts, is paused and ends', async () => {
    const run = `To Flores at 11:59 PM, every ${inFull(today())}`;
    await assign();
    expect(await told()).toEqual([`You have a new run: ${run}`]);
    await asManager(`update public.driver_schedules set active = false where id = '${schedule}'`);
    expect(await told()).toEqual([`A run is no longer yours: ${run}`]);
    await asManager(`delete from public.driver_schedules where id = '${schedule}'`);
    // The service was paused, so nothing was lost.
    expect(await told()).toEqual([]);
    await assign();
    await asManager(`delete from public.driver_schedules where id = '${schedule}'`);
    expect(await told()).toEqual([`A run is no longer yours: ${run}`]);
  });

  test('report a week once, with its days', async () => {
    const put = (days: string[]) =>
      asManager(`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
        select '${driver}', '${fixture.transport}', d from unnest('{${days.join()}}'::text[]) d returning id`);
    await put(['friday', 'monday', 'sunday']);
    expect(await told()).toEqual(['You have a new run: To Flores at 11:59 PM, every Monday, Friday, Sunday']);
    await asManager(`delete from public.driver_schedules where driver_id = '${driver}'`);
    await told();
    await put(DAYS);
    expect(await told()).toEqual(['You have a new run: To Flores at 11:59 PM, every day']);
  });

  test('report a departure that is repeatedly added and removed once while unread', async () => {
    await assign();
    for (const active of [false, true, false, true, false])
      await asManager(`update public.driver_schedules set active = ${active} where id = '${schedule}'`);
    expect(await told()).toEqual([`A run is no longer yours: To Flores at 11:59 PM, every ${inFull(today())}`]);
    await asManager(`update public.driver_schedules set active = true where id = '${schedule}'`);
    await fixture.db.sql`update public.notifications set read = true`;
    await asManager(`update public.driver_schedules set active = false where id = '${schedule}'`);
    // Read notifications stay.
    expect(await told()).toHaveLength(2);
  });

  test('contain the newest about each day of a week, and nothing about another departure', async () => {
    const one = (day: string, active: boolean) =>
      asManager(`update public.driver_schedules set active = ${active} where day_of_week = '${day}'
        and driver_id = '${driver}' and slot_id = '${fixture.transport}'`);
    await asManager(`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      select '${driver}', '${fixture.transport}', d from unnest('{monday,friday,sunday}'::text[]) d returning id`);
    const [other] = await fixture.db.sql`insert into public.territory_transports
      (territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours)
      select territory_id, transport_type_id, 'To Belize', description, shared_price, pickup_location, '06:00', duration_hours
        from public.territory_transports where id = ${fixture.transport} returning id`;
    await asManager(`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      values ('${driver}', '${other?.id}', 'monday') returning id`);
    await one('monday', false);
    expect(await bells()).toEqual([
      'A run is no longer yours: To Flores at 11:59 PM, every Monday',
      'You have a new run: To Belize at 6:00 AM, every Monday',
      'You have a new run: To Flores at 11:59 PM, every Friday, Sunday',
    ]);
    await one('friday', false);
    await one('sunday', false);
    await one('friday', true);
    expect(await bells()).toEqual([
      'A run is no longer yours: To Flores at 11:59 PM, every Monday',
      'A run is no longer yours: To Flores at 11:59 PM, every Sunday',
      'You have a new run: To Belize at 6:00 AM, every Monday',
      'You have a new run: To Flores at 11:59 PM, every Friday',
    ]);
  });

  test('report once a day that is cancelled and reinstated repeatedly, and being inactive and active', async () => {
    const date = daysFromNow(7);
    await assign(date);
    await told();
    for (const closed of [true, false, true]) await close(date, closed);
    expect(await told()).toEqual([`Run cancelled: To Flores, ${inWords(date)} at 11:59 PM has been cancelled`]);
    for (const active of [false, true, false, true])
      await asManager(`update public.shuttle_drivers set active = ${active} where driver_id = '${driver}'`);
    expect(await told()).toEqual(["You're active again: Río Dulce: you're active again and can see your runs"]);
  });

  test('report once being set to inactive, being active again, and being removed from the territory', async () => {
    await assign();
    await assign(daysFromNow(1));
    await told();
    const active = (yes: boolean) =>
      asManager(`update public.shuttle_drivers set active = ${yes} where driver_id = '${driver}'`);
    await active(false);
    expect(await told()).toEqual(["You've been deactivated: Río Dulce: you have no runs until you're active again"]);
    await active(true);
    await active(true);
    expect(await told()).toEqual(["You're active again: Río Dulce: you're active again and can see your runs"]);
    const [row] = await fixture.db.sql`select id from public.shuttle_drivers where driver_id = ${driver}`;
    await call(fixture.shuttle, 'remove_driver', { p_id: row?.id });
    expect(await told()).toEqual(["You're no longer a driver: Río Dulce: you no longer have any runs"]);
  });

  test('report a service that leaves at another time, and one that ends', async () => {
    await assign();
    await told();
    await staff(`update public.territory_transports set departure_time = '06:30' where id = '${fixture.transport}'`);
    expect(await told()).toEqual(['A run has a new departure time: To Flores at 6:30 AM, previously at 11:59 PM']);
    await staff(`update public.territory_transports set title = 'To Tikal' where id = '${fixture.transport}'`);
    expect(await told()).toEqual([]);
    await staff(`delete from public.territory_transports where id = '${fixture.transport}'`);
    expect(await told()).toEqual(['A run is no longer yours: To Tikal is no longer offered']);
  });

  test('report a day on which the departure is cancelled, and when it goes ahead after all', async () => {
    const date = daysFromNow(7);
    const run = `To Flores, ${inWords(date)} at 11:59 PM`;
    await assign(date);
    await told();
    await close(date);
    expect(await told()).toEqual([`Run cancelled: ${run} has been cancelled`]);
    await close(date, false);
    expect(await told()).toEqual([`A cancelled run is going ahead: ${run}`]);
    // On another weekday, another driver drives the departure.
    await close(daysFromNow(8));
    expect(await told()).toEqual([]);
  });

  test('report a closed day only when the last of its passengers has cancelled', async () => {
    const date = daysFromNow(7);
    await assign(date);
    const [one, two] = [await book(date), await book(date)];
    await told();
    await close(date);
    await cancel(one);
    expect(await told()).toEqual([]);
    await cancel(two);
    expect(await told()).toEqual([`Run cancelled: To Flores, ${inWords(date)} at 11:59 PM has been cancelled`]);
  });

  test('report once that no guests are left today, even if the last two cancel at the same time', async () => {
    await assign();
    const [one, two] = [await book(), await book()];
    const far = await book(daysFromNow(7));
    await told();
    await Promise.all([cancel(one), cancel(two)]);
    expect(await told()).toEqual([
      `All passengers have cancelled: To Flores, ${inWords(today())} at 11:59 PM: no bookings are left after a cancellation`,
    ]);
    // A departure a week away may still get passengers.
    await cancel(far);
    expect(await told()).toEqual([]);
  });

  test("exclude the driver's own actions", async () => {
    await assign();
    await told();
    await call(driver, 'remove_my_role', { p_role: 'shuttle_driver' });
    expect(await told()).toEqual([]);
  });

  test('are deleted with a territory without sales', async () => {
    await assign();
    const [admin = ''] = await createUsers(fixture.db.sql, 1);
    await grantRole(fixture.db.sql, admin, 'admin', null);
    await call(admin, 'delete_territory', { p_territory_id: 'rio' });
    expect(await fixture.db.sql`select 1 from public.territories where id = 'rio'`).toHaveLength(0);
    expect(await told()).toEqual([]);
  });
});
