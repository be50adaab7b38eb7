import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, inject } from 'vitest';
import { pending } from './background-work.ts';
import { databaseUrl, TEMPLATE } from './template.ts';

/** Who a test acts as. `sub` is the user's id. */
export type Identity =
  | { role: 'anon' }
  | {
      role: 'authenticated';
      sub: string;
      email?: string;
      /** Of the token: which session it belongs to, and how that was opened. */
      session_id?: string;
      amr?: unknown;
    }
  | { role: 'service_role' };

export type TestDatabase = {
  url: string;
  /** Superuser: for arranging data and for looking at what happened. */
  sql: postgres.Sql;
  /** Runs `fn` in one transaction as PostgREST would run that caller's request: role and JWT claims set, RLS on. */
  as<T>(identity: Identity, fn: (sql: postgres.TransactionSql) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
};

export type TestDatabaseOptions = {
  max?: number;
  /**
   * What the database is made from: what a test of definitions or of query plans wants to see alone. One from the schemas takes about a
   * second. By itself it is one from the migrations that has been used before.
   */
  from?: 'migrations' | 'schemas';
};

/** Databases that an earlier test of the file has used, as new again, with their connections. */
const unused: { max: number; database: TestDatabase }[] = [];

/** A database of one's own without data; drop it when done. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { max = 10 } = options;
  if (options.from) return makeDatabase(options);
  const index = unused.findIndex((one) => one.max === max);
  const [found] = index < 0 ? [] : unused.splice(index, 1);
  const database = found?.database ?? (await makeDatabase(options));
  return {
    ...database,
    drop: async () => {
      await pending.settled();
      if (await restore(database)) unused.push({ max, database });
      else await database.drop();
    },
  };
}

/** Whether the database is as new again: connections and the plans that they keep are most of what a small test costs. */
async function restore({ sql }: TestDatabase): Promise<boolean> {
  try {
    const [row] = await sql<{ restored: boolean }[]>`select test_reuse.restore() as restored`;
    return row?.restored ?? false;
  } catch {
    return false;
  }
}

afterAll(async () => {
  for (const { database } of unused.splice(0)) await database.drop();
});

async function makeDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = databaseUrl(inject('postgresUrl'), name);
  const server = connectToServer();
  if (options.from === 'schemas') {
    await server`create database ${server(name)}`;
    // Loaded here, because the other tests do not need it.
    const { bootstrapDatabase } = await import('../../supabase/local/bootstrap.ts');
    await bootstrapDatabase(url);
    await applySchemas(url);
  } else {
    await server`create database ${server(name)} template ${server(TEMPLATE)}`;
  }
  const sql = postgres(url, { max: options.max ?? 10, onnotice: () => undefined });
  if (options.from === 'migrations') await sql`drop schema test_reuse cascade`;
  return {
    url,
    sql,
    as: (identity, fn) => actAs(sql, identity, fn),
    drop: async () => {
      await sql.end({ timeout: 5 });
      await server`drop database if exists ${server(name)} with (force)`;
    },
  };
}

/** One connection a test file, for making and dropping databases; it closes itself when it is not used. */
let serverConnection: postgres.Sql | undefined;
function connectToServer(): postgres.Sql {
  serverConnection ??= postgres(inject('postgresUrl'), { max: 1, idle_timeout: 5, onnotice: () => undefined });
  return serverConnection;
}

async function applySchemas(url: string): Promise<void> {
  const folder = new URL('../../supabase/schemas/', import.meta.url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const name of readdirSync(folder).sort()) await sql.unsafe(readFileSync(new URL(name, folder), 'utf8'));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export async function actAs<T>(
  sql: postgres.Sql,
  identity: Identity,
  fn: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(identity)}, true)`;
    await transaction`select set_config('role', ${identity.role}, true)`;
    result = { value: await fn(transaction) };
  });
  if (!result) throw new Error('The transaction ended without running.');
  return result.value;
}
