import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { schemaFiles } from '../../supabase/schema-files.ts';
import { actAs, type Identity } from './act-as.ts';
import { pending } from './background-work.ts';
import { connectionsInOrder } from './connections.ts';
import { databaseUrl, TEMPLATE } from './template.ts';

export type TestDatabase = {
  url: string;
  /** Connects as superuser, to set up data and check results. */
  sql: postgres.Sql;
  /** Runs `fn` in one transaction as PostgREST runs that caller's request: role and JWT claims set, RLS on. */
  as<T>(identity: Identity, fn: (sql: postgres.TransactionSql) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
};

/** A database that is restored for the next test. */
export type ReusedDatabase = TestDatabase & {
  /** Connects as superuser with triggers off, to restore and seed the database. */
  upkeep: postgres.Sql;
};

/** The test's connection limit. Connections stay open for later tests, because new ones have no cached plans. */
export const CONNECTIONS = 24;

export type TestDatabaseOptions = {
  /**
   * The database's source, for tests of definitions or query plans. One from the schemas takes about a second. The
   * default is a reused one from the migrations.
   */
  from?: 'migrations' | 'schemas';
};

/** Restored databases of earlier tests in the file, with their connections. */
const unused: ReusedDatabase[] = [];

/** Creates a separate empty database. Drop it when done. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<ReusedDatabase> {
  if (options.from) return makeDatabase(options);
  // Takes the last one used, because its connections have the most cached plans.
  const database = unused.pop() ?? (await makeDatabase(options));
  return {
    ...database,
    drop: async () => {
      await pending.settled();
      if (await restore(database)) unused.push(database);
      else await database.drop();
    },
  };
}

/**
 * Restores the database for the next test, because connections and their plans are most of a small test's cost.
 * Returns whether that was possible.
 */
async function restore({ upkeep }: ReusedDatabase): Promise<boolean> {
  try {
    const [row] = await upkeep<{ restored: boolean }[]>`select test_reuse.restore() as restored`;
    return row?.restored ?? false;
  } catch {
    return false;
  }
}

/**
 * Creates the rows with which several tests of a file begin, in an empty database, and returns the result of
 * `write`, a JSON object. Later tests get the rows that it left the first time, without their triggers.
 */
export async function seeded<T extends object>(
  { upkeep }: ReusedDatabase,
  name: string,
  write: () => Promise<T>,
): Promise<T> {
  const [kept] = await upkeep<{ answer: T | null }[]>`select test_reuse.write_seed(${name}) as answer`;
  if (kept?.answer) return kept.answer;
  const answer = await write();
  await upkeep`select test_reuse.keep_seed(${name}, ${upkeep.json(answer as never)})`;
  return answer;
}

export async function dropUnusedDatabases(): Promise<void> {
  for (const database of unused.splice(0)) await database.drop();
}

async function makeDatabase(options: TestDatabaseOptions): Promise<ReusedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = databaseUrl(inject('postgresUrl'), name);
  const server = connectToServer();
  if (options.from === 'schemas') {
    await server`create database ${server(name)}`;
    // Loaded here, because other tests don't need it.
    const { bootstrapDatabase } = await import('@territorio/local-supabase/bootstrap');
    await bootstrapDatabase(url);
    await applySchemas(url);
  } else {
    // Copying its files takes half as long as logging its pages and writing them at the next checkpoint.
    await server`create database ${server(name)} template ${server(TEMPLATE)} strategy file_copy`;
  }
  const sql = postgres(url, { max: CONNECTIONS, onnotice: () => undefined });
  const callers = connectionsInOrder(sql, CONNECTIONS, () => postgres(url, { max: 1, onnotice: () => undefined }));
  const upkeep = connectForUpkeep(url);
  if (options.from === 'migrations') await sql`drop schema test_reuse cascade`;
  return {
    url,
    sql,
    upkeep,
    as: (identity, fn) => callers.use((connection) => actAs(connection, identity, fn)),
    drop: async () => {
      await Promise.all([callers.close(), upkeep.end({ timeout: 5 })]);
      await server`drop database if exists ${server(name)} with (force)`;
    },
  };
}

/**
 * Restores and seeds without triggers. It has a connection of its own, because a connection that turns triggers off
 * forgets its plans, and the next test would make them again.
 */
function connectForUpkeep(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => undefined,
    fetch_types: false,
    connection: { session_replication_role: 'replica', lock_timeout: 2000 },
  });
}

/** One connection per worker, for creating and dropping databases. It closes itself when idle. */
let serverConnection: postgres.Sql | undefined;
function connectToServer(): postgres.Sql {
  serverConnection ??= postgres(inject('postgresUrl'), { max: 1, idle_timeout: 5, onnotice: () => undefined });
  return serverConnection;
}

async function applySchemas(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const file of schemaFiles()) await sql.unsafe(file.sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
