import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { untilBlocked } from './booking/support/concurrency.ts';
import { createUsers } from './booking/support/fixture.ts';

let database: TestDatabase;
let person: string;
let other: string;
beforeEach(async () => {
  database = await createTestDatabase();
  [person = '', other = ''] = await createUsers(database.sql, 2);
});
afterEach(() => database.drop());

const REQUEST = { move: 'booking', people: 2 };
type Sql = postgres.Sql | postgres.TransactionSql;

async function once(key: string | null, request: object = REQUEST, who = person, sql: Sql = database.sql) {
  const [row] = await sql`select private.once(${key}, ${sql.json(request as never)}, ${who}) as answer`;
  return row?.answer as object | null;
}
async function done(key: string, answer: object | null, who = person, sql: Sql = database.sql) {
  const [row] = await sql`select private.done(${key}, ${answer && sql.json(answer as never)}, ${who}) as answer`;
  return row?.answer as object | null;
}

describe('a keyed request', () => {
  test('gets the recorded response when repeated', async () => {
    const key = randomUUID();
    expect(await once(key)).toBeNull();
    expect(await done(key, { id: 1 })).toEqual({ id: 1 });
    expect(await once(key)).toEqual({ id: 1 });
    expect(await once(key, { people: 2, move: 'booking' })).toEqual({ id: 1 });
  });

  test('is refused with other arguments under the same key, and changes nothing', async () => {
    const key = randomUUID();
    await once(key);
    await done(key, { id: 1 });
    await expect(once(key, { ...REQUEST, people: 3 })).rejects.toMatchObject({
      code: 'PT409',
      hint: 'idempotency_key_reused',
    });
    expect(await once(key)).toEqual({ id: 1 });
  });

  test('can have other arguments after it had no effect', async () => {
    const key = randomUUID();
    await once(key);
    expect(await once(key, { people: 3 })).toBeNull();
    await done(key, { id: 2 });
    expect(await once(key, { people: 3 })).toEqual({ id: 2 });
    await expect(once(key)).rejects.toMatchObject({ hint: 'idempotency_key_reused' });
  });

  test('is separate for another person with the same key, and another key of the same person', async () => {
    const [key, next] = [randomUUID(), randomUUID()];
    await once(key);
    await done(key, { id: 1 });
    expect(await once(key, { people: 3 }, other)).toBeNull();
    expect(await done(key, { id: 2 }, other)).toEqual({ id: 2 });
    expect(await once(next, { people: 3 })).toBeNull();
    expect(await once(key)).toEqual({ id: 1 });
  });

  test('belongs to the signed-in person', async () => {
    const key = randomUUID();
    await database.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person })}, true)`;
      await sql`select private.once(${key}, ${sql.json(REQUEST)})`;
      await sql`select private.done(${key}, ${sql.json({ id: 1 })})`;
    });
    expect(await once(key)).toEqual({ id: 1 });
  });

  test('requires a key', async () => {
    await expect(once(null)).rejects.toMatchObject({ code: 'PT400', hint: 'invalid_input' });
  });

  test('stores nothing from which it can be read', async () => {
    const key = randomUUID();
    await once(key, { guest: 'Ana Lucía' });
    await done(key, { id: 1 });
    const [row] = await database.sql`select to_jsonb(r)::text as stored from private.requests r`;
    expect(row?.stored).not.toContain('Ana');
  });
});

describe('a simultaneous equal request', () => {
  /** Sends two identical requests. The second arrives before the first has ended. */
  async function both(end: (sql: postgres.TransactionSql, key: string) => Promise<unknown>) {
    const key = randomUUID();
    let second: Promise<object | null> = Promise.resolve(null);
    const first = database.sql.begin(async (sql) => {
      expect(await once(key, REQUEST, person, sql)).toBeNull();
      second = once(key);
      await untilBlocked(database.sql, second);
      await end(sql, key);
    });
    await first.catch((error: Error) => expect(error.message).toBe('killed'));
    return second;
  }

  test('waits, and gets the response of the first one', async () => {
    expect(await both((sql, key) => done(key, { id: 1 }, person, sql))).toEqual({ id: 1 });
  });

  test('runs if the first one failed', async () => {
    const failed = both(async (sql, key) => {
      await done(key, { id: 1 }, person, sql);
      throw new Error('killed');
    });
    expect(await failed).toBeNull();
  });
});

test('keeps a request for 60 days, and as long as its account', async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  for (const [index, key] of keys.entries()) {
    const who = index === 2 ? other : person;
    await once(key, REQUEST, who);
    await done(key, { id: index }, who);
  }
  await database.sql`update private.requests set created_at = now() - interval '61 days' where key = ${keys[0] ?? ''}`;
  await database.sql`update private.requests set created_at = now() - interval '59 days' where key = ${keys[1] ?? ''}`;
  await database.sql`select service.release_expired()`;
  await database.sql`delete from auth.users where id = ${other}`;
  expect(await database.sql`select key from private.requests`).toEqual([{ key: keys[1] }]);
});
