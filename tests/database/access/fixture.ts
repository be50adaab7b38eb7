import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, seeded, type TestDatabase } from '../../support/database.ts';
import { identityOf, type Who } from './identities.ts';
import { insertSeedData } from './seed-data.ts';

/** A refusal as the API reports it. */
type Refusal = { status: number; code: string; message: string; details?: string };

export type AccessFixture = TestDatabase & {
  /** Returns the single value of a statement for this identity, and throws refusals. */
  ask<T>(who: Who, statement: string): Promise<T>;
  /** Returns how the statement is refused, or undefined. */
  refusal(who: Who, statement: string): Promise<Refusal | undefined>;
  /** Returns the result of a statement run by the superuser. */
  look<T extends object>(statement: string): Promise<T[]>;
};

/** Creates a database with the seed data and functions that run as its people. */
async function createAccessFixture(): Promise<AccessFixture> {
  const database = await createTestDatabase();
  await seeded(database, 'seed data', async () => {
    await insertSeedData(database.sql);
    return {};
  });
  const ask = async <T>(who: Who, statement: string): Promise<T> => {
    const rows = await database.as(identityOf(who), (sql) => sql.unsafe<Record<string, T>[]>(statement));
    return Object.values(rows[0] ?? {})[0] as T;
  };
  return {
    ...database,
    ask,
    refusal: (who, statement) => ask(who, statement).then(() => undefined, describeRefusal),
    look: async <T extends object>(statement: string) => [...(await database.sql.unsafe<T[]>(statement))],
  };
}

/** Gives a person a role, as a request or an accepted invitation would. */
export async function giveRole(sql: postgres.Sql, person: string, role: string, territory: string): Promise<void> {
  await sql`select private.give_role(${person}, ${role}, ${territory}, null)`;
}

function describeRefusal(error: postgres.PostgresError): Refusal {
  const status = error.code.startsWith('PT') ? Number(error.code.slice(2)) : error.code === '42501' ? 403 : 500;
  const details = error.detail ? { details: error.detail } : {};
  return { status, code: error.hint ?? error.code, message: error.message, ...details };
}

/** The current test's fixture: import it, and call one of the two functions below in the file or the block. */
export let fixture: AccessFixture;

const create = async () => {
  fixture = await createAccessFixture();
};

/** Uses one database for all tests of a block, with separate rows for each test. */
export function sharedFixture(): void {
  beforeAll(create);
  afterAll(() => fixture.drop());
}

export function fixtureForEachTest(): void {
  beforeEach(create);
  afterEach(() => fixture.drop());
}
