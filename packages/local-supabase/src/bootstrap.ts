import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import postgres from 'postgres';
import { runSupabaseCli } from './cli.ts';
import { OutdatedData } from './outdated-data.ts';

// Two concurrent starts on one Postgres must not create the same role twice.
const BOOTSTRAP_LOCK = 7_350_001;

/** Prepares a plain Postgres like a Supabase project before its first migration. Can be repeated. */
export async function bootstrapDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`select 1`.catch((error: Error) => {
      throw new Error(`The database at ${new URL(url).host} cannot be used: ${error.message}`);
    });
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`;
      await assertMayCreateRoles(transaction);
      for (const step of bootstrapSteps()) await transaction.unsafe(step);
      await assertMayActAsApiRoles(transaction);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Until Postgres 15, only a superuser can create a role that bypasses row level security, like service_role. */
async function assertMayCreateRoles(sql: postgres.TransactionSql): Promise<void> {
  const [row] = await sql`
    select current_user as name, quote_ident(current_user) as quoted,
           u.rolsuper or (u.rolbypassrls and u.rolcreaterole and current_setting('server_version_num')::int >= 160000)
             or exists (select 1 from pg_roles where rolname = 'service_role') as allowed
    from pg_roles u where u.rolname = current_user`;
  if (row?.allowed) return;
  throw new Error(
    `The database user "${row?.name}" of DATABASE_URL may not create the role service_role. Let a superuser run this once, or name a superuser:\n` +
      `  create role service_role nologin noinherit bypassrls;\n  grant service_role to ${row?.quoted};`,
  );
}

/** The API answers requests as these roles, so this fails now rather than at each request. */
async function assertMayActAsApiRoles(sql: postgres.TransactionSql): Promise<void> {
  const [row] = await sql`
    select current_user as name, bool_and(pg_has_role(current_user, oid, 'member')) as allowed
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`;
  if (row?.allowed) return;
  throw new Error(
    `The database user "${row?.name}" of DATABASE_URL may not act as anon, authenticated and service_role. Use a superuser, or grant it those roles.`,
  );
}

function bootstrapSteps(): string[] {
  const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  return [
    file('bootstrap.sql'),
    getAuthSchemaSql(false),
    file('auth/schema.sql'),
    getStorageSchemaSql(false),
    file('storage/schema.sql'),
    file('realtime/schema.sql'),
  ];
}

/** Applies the project's migrations with the official CLI, in the same way as on a hosted project. */
export async function migrate(url: string, project: string): Promise<void> {
  if (await isUpToDate(url, project)) return;
  try {
    await runSupabaseCli(['db', 'push', `--remote=${url}`, '--yes', '--skip-vault'], { project });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new OutdatedData(`The migrations could not be applied.\n${said}`);
  }
}

/** Returns whether there is nothing to do, as in nearly every start, which saves a second of the CLI. */
async function isUpToDate(url: string, project: string): Promise<boolean> {
  const local = readdirSync(join(project, 'supabase/migrations')).flatMap(
    (name) => /^(\d+)_.*\.sql$/.exec(name)?.[1] ?? [],
  );
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql`select version from supabase_migrations.schema_migrations`;
    const applied = new Set(rows.map((row) => String(row.version)));
    return applied.size === local.length && local.every((version) => applied.has(version));
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
