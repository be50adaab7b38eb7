import postgres from 'postgres';
import { seedBookings, settle } from './bookings.ts';
import { Calendar } from './calendar.ts';
import { seedCatalogue, seedTerritories } from './catalogue.ts';
import { seedCommunity } from './community.ts';
import { seedManagement } from './management.ts';
import { seedMoney } from './money.ts';
import { seedPeople, setPassword } from './people.ts';
import { planBookings } from './plan.ts';
import { seedReferrals } from './referrals.ts';
import type { Sql } from './rows.ts';

/** Thrown if the database already contains a marketplace, so that the seed changes nothing. */
export class AlreadySeededError extends Error {
  constructor() {
    super('This database already has territories. The seed only fills an empty one; `npm run db:reset` empties it.');
    this.name = 'AlreadySeededError';
  }
}

async function refuseWhenFilled(sql: Sql): Promise<void> {
  // Of two concurrent starts, the second waits here and then finds the first's territories.
  await sql`select pg_advisory_xact_lock(hashtext('territorio seed'))`;
  const [row] = await sql<{ filled: boolean }[]>`select exists (select from public.territories) as filled`;
  if (row?.filled) throw new AlreadySeededError();
}

async function fill(sql: Sql, now: Date): Promise<void> {
  const calendar = new Calendar(now);
  const plan = planBookings(calendar);
  const bookings = plan.bookings.map((booking) => settle(booking, calendar));
  await seedTerritories(sql, calendar);
  await seedPeople(sql, calendar);
  await seedCatalogue(sql, calendar);
  await seedReferrals(sql, calendar);
  await seedBookings(sql, calendar, plan.departures, bookings);
  await seedMoney(sql, bookings);
  await seedCommunity(sql, calendar, bookings);
  await seedManagement(sql, calendar);
}

/**
 * Fills an empty, migrated database with the demo marketplace in one transaction, the same for the same day. `url`
 * is that of the role that applies migrations. `password` is for all accounts, instead of the README's. Throws
 * AlreadySeededError if there are territories.
 */
export async function seed(url: string, options: { now?: Date; password?: string } = {}): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.begin(async (transaction) => {
      await refuseWhenFilled(transaction);
      const [mark] = await transaction<{ id: string }[]>`select coalesce(max(id), 0)::text as id from private.outbox`;
      await fill(transaction, options.now ?? new Date());
      if (options.password) await setPassword(transaction, options.password);
      // No emails are sent about demo events.
      await transaction`delete from private.outbox where id > ${mark?.id ?? '0'}::bigint`;
    });
    await sql`analyze`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
