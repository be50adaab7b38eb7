import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { waiverVersion } from '../../../../src/features/booking/waiver/version.ts';
import type { Identity } from '../../../support/act-as.ts';
import { createTestDatabase, seeded, type TestDatabase } from '../../../support/database.ts';

/** Creates a territory with one bookable service of each kind. */
export interface Fixture {
  db: TestDatabase;
  experience: string;
  slot: string;
  transport: string;
  /** A week from now. Every slot runs on every day. */
  date: string;
  guide: string;
  staff: string;
  manager: string;
  shuttle: string;
}

export interface FixtureOptions {
  /** Used instead of a fresh clone of the migrated template. */
  db?: TestDatabase;
  seats?: number;
  /** Columns of the experience, as SQL values. */
  experience?: Record<string, string | number | boolean>;
  currency?: string;
}

export async function createFixture({ db: given, ...options }: FixtureOptions = {}): Promise<Fixture> {
  const date = daysFromNow(7);
  if (given) return { db: given, ...(await insertFixture(given.sql, options)), date };
  const db = await createTestDatabase();
  const rows = await seeded(db, `booking ${JSON.stringify(options)}`, () => insertFixture(db.sql, options));
  return { db, ...rows, date };
}

async function insertFixture(sql: postgres.Sql, options: FixtureOptions): Promise<Omit<Fixture, 'db' | 'date'>> {
  const seats = options.seats ?? 8;
  await sql`insert into public.territories (id, name, description, currency_code) values
    ('rio', 'Río Dulce', 'A river', ${options.currency ?? 'GTQ'}), ('lago', 'Atitlán', 'A lake', 'GTQ')`;
  const people = await createUsers(sql, 4);
  const [guide = '', staff = '', manager = '', shuttle = ''] = people;
  await grantRole(sql, guide, 'tour_guide', 'rio');
  await grantRole(sql, staff, 'territory_staff', 'rio');
  await grantRole(sql, manager, 'territory_manager', 'rio');
  await grantRole(sql, shuttle, 'shuttle_manager', 'rio');
  const experience = await insertOne(sql, 'experiences', {
    territory_id: 'rio',
    guide_id: guide,
    title: 'Castle & hot waterfall',
    description: 'A day out',
    duration: 4,
    booking_type: 'both',
    shared_price: 175.5,
    private_price: 900,
    max_spots: Math.max(seats, 1),
    available_spots: seats,
    min_private_guests: 2,
    max_private_guests: 12,
    cash_allowed: true,
    ...options.experience,
  });
  const slot = await insertOne(sql, 'experience_timeslots', {
    experience_id: experience,
    start_time: '09:00',
    end_time: '13:00',
    max_spots: Math.max(seats, 1),
    available_spots: seats,
  });
  const transport = await insertOne(sql, 'territory_transports', {
    territory_id: 'rio',
    transport_type_id: 'shuttle',
    title: 'Shuttle to Flores',
    description: 'A van',
    shared_price: 120,
    private_price: 800,
    booking_type: 'both',
    max_private_guests: 10,
    pickup_location: 'Dock',
    departure_time: '08:00',
    duration_hours: 4,
  });
  return { experience, slot, transport, guide, staff, manager, shuttle };
}

async function insertOne(sql: postgres.Sql, table: string, row: Record<string, unknown>): Promise<string> {
  const [made] = await sql`insert into ${sql(table)} ${sql(row)} returning id`;
  return made?.id as string;
}

/** Returns the day in Guatemala, so that "today" is the database's today. */
export function daysFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(day);
}

export async function createUsers(sql: postgres.Sql, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select id, id || '@example.test', now(), jsonb_build_object('full_name', 'Person ' || left(id::text, 4)) from unnest(${ids}::uuid[]) id`;
  await sql`select private.give_account(id, 'given') from unnest(${ids}::uuid[]) id`;
  return ids;
}

export async function grantRole(
  sql: postgres.Sql,
  user: string,
  role: string,
  territory: string | null,
): Promise<void> {
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${user}, ${role}, ${territory})`;
}

/** Lets new guests have all seats in cash, for tests of something else. */
export async function allowAllCash({ db }: Pick<Fixture, 'db'>): Promise<void> {
  await db.sql`update private.limits set value = 100 where name = 'cash.new_guests_percent'`;
}

/** Moves a booking's departure to this many hours from now. */
export async function startsIn(fixture: Fixture, booking: string, hours: number): Promise<void> {
  const { sql } = fixture.db;
  const start = sql`select s::date, s::time from (select (now() + ${hours} * interval '1 hour') at time zone 'America/Guatemala' as s) x`;
  await sql`update public.bookings set (booking_date, start_time) = (${start}) where id = ${booking}`;
}

/** A value from before the limits existed, which can no longer be set. */
export async function setCommission(sql: postgres.Sql, partner: string, rate: number, territory = 'rio') {
  await sql`update private.role_grants set commission_level = ${rate}
    where user_id = ${partner} and role = 'travel_partner' and territory_id = ${territory}`;
}

/** Creates a partner with a link that `users` have registered through. */
export async function referUsers(sql: postgres.Sql, users: string[], rate = 10): Promise<string> {
  const [partner = ''] = await createUsers(sql, 1);
  await grantRole(sql, partner, 'travel_partner', 'rio');
  await setCommission(sql, partner, rate);
  const [link] =
    await sql`insert into public.referral_links (user_id, name, code) values (${partner}, 'Hotel', 'HOTEL1') returning id`;
  await sql`insert into public.referral_registrations (user_id, referral_link_id) select id, ${link?.id} from unnest(${users}::uuid[]) id`;
  return partner;
}

export const signedIn = (sub: string): Identity => ({ role: 'authenticated', sub });

export interface HoldJson {
  hold_id: string;
  state: string;
  expires_at: string;
  seats: number;
  unit_price: number;
  total_price: number;
  booking_id: string | null;
  lines: { code: string; unit_price: number; quantity: number; amount: number }[];
}

/**
 * Returns a complete, valid request for a shared booking for one. `changes` replaces fields, and undefined removes
 * one.
 */
export function holdRequest(fixture: Fixture, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const request: Record<string, unknown> = {
    idempotency_key: randomUUID(),
    kind: 'experience',
    service_id: fixture.experience,
    slot_id: fixture.slot,
    service_date: fixture.date,
    booking_type: 'shared',
    num_people: 1,
    payment_method: 'card',
    whatsapp_number: '+50255512345',
    country: 'GT',
    speaks_spanish: true,
    hotel_name: 'Hotel Backpackers',
    waiver_version: waiverVersion,
    ...changes,
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** Returns the fields of a shuttle request with this many passengers. */
export const rideOf = (fixture: Fixture, passengers = 1) => ({
  kind: 'transport',
  slot_id: fixture.transport, // its first slot has its id
  service_id: fixture.transport,
  passenger_details: Array.from({ length: passengers }, () => ({
    name: 'Ana',
    email: 'ana@example.test',
    whatsapp: '+50255512345',
    country: 'GT',
    speaks_spanish: true,
  })),
});

export const transportRequest = (fixture: Fixture, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  holdRequest(fixture, { ...rideOf(fixture), ...('service_id' in changes && { slot_id: undefined }), ...changes });

export function createHold(
  fixture: Fixture,
  user: string,
  request: Record<string, unknown> = holdRequest(fixture),
): Promise<HoldJson> {
  return fixture.db.as(signedIn(user), async (sql) => {
    const [row] = await sql`select public.create_hold(${sql.json(request as postgres.JSONValue)}) as hold`;
    return row?.hold as HoldJson;
  });
}

export interface Refusal {
  code: string;
  hint: string;
  message: string;
}

/** Returns the error of a call. Fails if there is none. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    const { code, hint, message } = error as Refusal;
    return { code, hint, message };
  }
  throw new Error('Expected a refusal, but the call succeeded');
}

export async function departureOf(
  fixture: Fixture,
): Promise<{ capacity: number; held: number; sold: number; exclusive: boolean }> {
  const [row] = await fixture.db.sql`select capacity, held, sold, exclusive from public.departures
    where slot_id = ${fixture.slot} and service_date = ${fixture.date}`;
  return row as unknown as { capacity: number; held: number; sold: number; exclusive: boolean };
}

/** Returns rows that break an invariant. Empty in a sound database. */
export async function brokenInvariants(fixture: Fixture): Promise<unknown[]> {
  return fixture.db.as({ role: 'service_role' }, async (sql) => [
    ...(await sql`select * from service.check_invariants()`),
  ]);
}
