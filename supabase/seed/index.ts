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

/** The database already holds a marketplace: the seed leaves it alone. */
export class AlreadySeededError extends Error {
  constructor() {
    super('This database already has territories. The seed only fills an empty one; `npm run db:reset` empties it.');
    this.name = 'AlreadySeededError';
  }
}

async function refuseWhenFilled(sql: Sql): Promise<void> {
  // Two starts at once: the second waits here, and then finds the territories of the first.
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
 * Fills an empty, migrated database with the demo marketplace: all or nothing, always the same for the same day.
 * `url`: whoever applies the migrations. `password`: of all accounts, instead of the README's. Throws AlreadySeededError when there are
 * territories.
 */
export async function seed(url: string, options: { now?: Date; password?: string } = {}): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.begin(async (transaction) => {
      await refuseWhenFilled(transaction);
      const [mark] = await transaction<{ id: string }[]>`select coalesce(max(id), 0)::text as id from private.outbox`;
      await fill(transaction, options.now ?? new Date());
      if (options.password) await setPassword(transaction, options.password);
      // Nobody is written to about what happened in a story.
      await transaction`delete from private.outbox where id > ${mark?.id ?? '0'}::bigint`;
    });
    await sql`analyze`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
