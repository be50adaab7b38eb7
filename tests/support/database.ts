import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { inject } from 'vitest';
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
  /** What the database is made from; one from the schemas takes about a second. */
  from?: 'migrations' | 'schemas';
};

/** A database of one's own without data. Takes about 50 ms; drop it when done. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
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
