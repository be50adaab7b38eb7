import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { readConfig } from '../local/config.ts';
import { baseStatements, bookingStatements, type LargeSizes, type LargeStatement } from './large-rows.ts';
import { recordPayouts } from './payouts.ts';
import { PASSWORD_HASH } from './people.ts';

export { LARGE_TERRITORIES, type LargeSizes, largeId, largeTerritory } from './large-rows.ts';

export const DEFAULT_SIZES: LargeSizes = { bookings: 1_000_000, experiences: 20_000, users: 200_000 };

const USAGE = `npm run seed:large -- [--bookings=1000000] [--experiences=20000] [--users=200000]

Fills a migrated database with as many rows as a benchmark wants, at least a thousand of each: DATABASE_URL, or the embedded Postgres
when that runs.`;

interface Index {
  name: string;
  definition: string;
}

/** Returns a table's plain indexes. Those of constraints stay, because foreign keys and `on conflict` need them. */
const plainIndexes = (sql: postgres.ReservedSql, table: string) => sql<Index[]>`
  select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = ${table}::regclass and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

/**
 * Runs a statement with triggers and foreign keys off. An empty table's plain indexes are built afterwards, several
 * times faster than row by row. A table with rows keeps them.
 */
async function load(
  sql: postgres.ReservedSql,
  { table, sql: statement }: LargeStatement,
  report: Report,
): Promise<void> {
  const started = performance.now();
  const [filled] = await sql.unsafe<{ filled: boolean }[]>(`select exists (select from ${table}) as filled`);
  const indexes = filled?.filled ? [] : await plainIndexes(sql, table);
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  const { count } = await sql.unsafe(statement);
  for (const { definition } of indexes) await sql.unsafe(definition);
  report(table, count, performance.now() - started);
}

type Report = (table: string, rows: number, milliseconds: number) => void;

async function openSession(pool: postgres.Sql): Promise<postgres.ReservedSql> {
  const sql = await pool.reserve();
  // The rows are consistent by construction, and checking millions of foreign keys would take longest of all.
  await sql`set session_replication_role = replica`;
  await sql`set synchronous_commit = off`;
  await sql`set maintenance_work_mem = '256MB'`;
  await sql`set work_mem = '64MB'`;
  return sql;
}

function checkSizes(sizes: LargeSizes): void {
  for (const [name, value] of Object.entries(sizes)) {
    if (!Number.isInteger(value) || value < 1000)
      throw new Error(`${name} must be a whole number of at least 1000, not ${value}.`);
  }
}

/**
 * Loads the large data. `url` is a superuser's, of a migrated database that is empty or has demo data. A failed
 * load leaves a database that has to be deleted.
 */
export async function seedLarge(
  url: string,
  sizes: Partial<LargeSizes> = {},
  report: Report = () => undefined,
): Promise<void> {
  const wanted = { ...DEFAULT_SIZES, ...sizes };
  checkSizes(wanted);
  const pool = postgres(url, { max: 2, onnotice: () => undefined });
  try {
    const [row] = await pool<
      { loaded: boolean }[]
    >`select exists (select from public.territories where id like 'large-%') as loaded`;
    if (row?.loaded) throw new Error('This database already holds a large load. `npm run db:reset` empties it.');
    const first = await openSession(pool);
    for (const statement of baseStatements(wanted, PASSWORD_HASH)) await load(first, statement, report);
    const second = await openSession(pool);
    const [ledger, ...rest] = bookingStatements(wanted);
    // The ledger is half of the work, so it gets one session, and the other three tables share the second.
    await Promise.all([
      ledger ? load(first, ledger, report) : undefined,
      (async () => {
        for (const statement of rest) await load(second, statement, report);
      })(),
    ]);
    // Triggers normally keep these, but they were off.
    await Promise.all([
      first`select private.credit_missing_earnings()`,
      second`select private.index_missing_bookings()`,
    ]);
    await first`select private.credit_missing_shares()`;
    await recordPayouts(first);
    first.release();
    second.release();
    const started = performance.now();
    await pool`vacuum analyze`;
    report('vacuum analyze', 0, performance.now() - started);
  } finally {
    await pool.end({ timeout: 5 });
  }
}

async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { bookings: option, experiences: option, users: option, help: { type: 'boolean', short: 'h' } },
  });
  const { help, ...asked } = values;
  if (help) return console.log(USAGE);
  const sizes = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, Number(value)]));
  const { databaseUrl, host, ports } = readConfig();
  const url = databaseUrl ?? `postgresql://postgres:postgres@${host}:${ports.database}/postgres`;
  const started = performance.now();
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  await seedLarge(url, sizes, (table, rows, took) =>
    console.log(`${table.padEnd(28)} ${rows.toString().padStart(9)}  ${seconds(took)}`),
  );
  console.log(`Loaded in ${seconds(performance.now() - started)}.`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
