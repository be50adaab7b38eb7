import { randomUUID } from 'node:crypto';
import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { type Fixture, grantRole, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

export type Row = Record<string, unknown>;
export const call = (fixture: Fixture, who: string, name: string, args: Row = {}) =>
  rpcFor(fixture.db, signedIn(who))(name, args) as Promise<Row>;

/**
 * Moves the experience and the shuttle to this many minutes from now. From then on, `fixture.date` is their day,
 * regardless of the clock.
 */
export async function leavesIn(fixture: Fixture, minutes: number): Promise<void> {
  const { sql } = fixture.db;
  const [at] = await sql<{ day: string; hour: string }[]>`
    select to_char(s, 'YYYY-MM-DD') as day, to_char(s, 'HH24:MI:SS') as hour
      from (select (now() + ${minutes} * interval '1 minute') at time zone 'America/Guatemala' as s) x`;
  if (!at) throw new Error('No time');
  fixture.date = at.day;
  await sql`update public.experience_timeslots set start_time = ${at.hour}, end_time = '23:59:59' where id = ${fixture.slot}`;
  await sql`update public.territory_transports set departure_time = ${at.hour} where id = ${fixture.transport}`;
}

/** Adds a driver who drives the shuttle every day. */
export async function addDriver(fixture: Fixture, driver: string): Promise<void> {
  const { sql } = fixture.db;
  await grantRole(sql, driver, 'shuttle_driver', 'rio');
  await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  await sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    select ${driver}, ${fixture.transport}, day from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) day`;
}

/** Returns a cash sale to two people without a name. */
export const saleOf = (fixture: Fixture, changes: Row = {}): Row => ({
  idempotency_key: randomUUID(),
  service_id: fixture.experience,
  slot_id: fixture.slot,
  service_date: fixture.date,
  booking_type: 'shared',
  num_people: 2,
  payment_method: 'cash',
  amount: 351,
  guest_name: null,
  whatsapp_number: null,
  language: 'es',
  waiver_version: waiverVersion,
  ...changes,
});

export const rideSale = (fixture: Fixture, changes: Row = {}): Row =>
  saleOf(fixture, {
    service_id: fixture.transport,
    slot_id: null,
    amount: 240,
    ...changes,
  });

export const sell = (fixture: Fixture, who: string, sale: Row = saleOf(fixture)) =>
  call(fixture, who, 'sell_at_dock', { p: sale });

/** The phone that holds the reserve. */
export const PHONE = randomUUID();

/** Holds four seats for offline sales. */
export const keepSeats = (fixture: Fixture, who: string, changes: Row = {}) =>
  call(fixture, who, 'keep_seats', {
    p: {
      idempotency_key: randomUUID(),
      phone: PHONE,
      service_id: fixture.experience,
      slot_id: fixture.slot,
      service_date: fixture.date,
      seats: 4,
      ...changes,
    },
  });

/** Returns an offline sale of two of the held seats. */
export const offlineSale = (fixture: Fixture, reserve: Row, changes: Row = {}): Row => ({
  ...saleOf(fixture),
  reserve_id: reserve.reserve_id,
  sold_at: new Date().toISOString(),
  ...changes,
});

export const sendOffline = (fixture: Fixture, who: string, p: Row) =>
  call(fixture, who, 'sell_reserved', { p }) as Promise<Row & { sale: Row }>;

/** Returns why something was refused. */
export async function refused(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as { code: string }).code;
  }
  throw new Error('Expected a refusal');
}

/** Returns the entries of cash books. */
export async function cashOf({ db }: Fixture) {
  const [row] =
    await db.sql`select coalesce(sum(amount), 0)::float as sum, count(*)::int as n from public.cash_entries`;
  return row;
}
