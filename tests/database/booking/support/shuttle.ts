import { beforeEach } from 'vitest';
import { createHold, createUsers, daysFromNow, grantRole, signedIn, startsIn, transportRequest } from './fixture.ts';
import { checkoutForEachTest, fixture, user as tourist } from './for-each-test.ts';
import { rpcFor } from './rpc.ts';

/** The current test's driver of the territory, and the shuttle manager of another territory. */
export let driver: string;
export let otherShuttleManager: string;
export const today = () => daysFromNow(0);
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export const dayOf = (date: string) => DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';

/** Creates a shuttle with a driver for each test of the file. */
export function shuttleForEachTest(): void {
  checkoutForEachTest();
  beforeEach(async () => {
    driver = await person('shuttle_driver', 'rio');
    otherShuttleManager = await person('shuttle_manager', 'lago');
    // A time so late that a booking for today is always possible.
    await fixture.db
      .sql`update public.territory_transports set departure_time = '23:59:30' where id = ${fixture.transport}`;
    await fixture.db.sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  });
}

export async function person(role: string, territory: string): Promise<string> {
  const [user = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, user, role, territory);
  return user;
}

type Row = Record<string, unknown>;
export const call = (user: string, name: string, args: Row = {}) => rpcFor(fixture.db, signedIn(user))(name, args);
export const rows = (user: string, name: string, args: Row = {}) => call(user, name, args) as Promise<Row[]>;
export const write = (user: string, statement: string) => fixture.db.as(signedIn(user), (sql) => sql.unsafe(statement));

export const addSchedule = (user: string, day: string, who = driver) =>
  write(
    user,
    `insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${who}', '${fixture.transport}', '${day}')`,
  );

/** Creates a shuttle booking paid on arrival, like a reinstated one. Its date is changed afterwards. */
export async function book(date = today(), changes: Row = {}): Promise<string> {
  const hold = await createHold(fixture, tourist, transportRequest(fixture, changes));
  const { sql } = fixture.db;
  const [made] = await sql`select private.insert_booking(h) as id from private.holds h where h.id = ${hold.hold_id}`;
  const id = made?.id as string;
  await sql`update private.holds set state = 'consumed' where id = ${hold.hold_id}`;
  await sql`update public.departures set service_date = ${date} where service_id = ${fixture.transport} and service_date = ${fixture.date}
    and not exists (select 1 from public.departures d where d.service_id = ${fixture.transport} and d.service_date = ${date})`;
  await sql`update public.bookings set booking_date = ${date}, payment_method = 'cash' where id = ${id}`;
  return id;
}

/** Creates a booking of the departure that has just left. */
export async function bookNow(): Promise<string> {
  const id = await book();
  await startsIn(fixture, id, 0);
  return id;
}

export const checkIn = (user: string, id: string, action = 'checked_in') =>
  call(user, 'check_in_listed', { p_booking_id: id, p_action: action });
