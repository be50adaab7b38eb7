import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { functions } from './functions.ts';
import { differences, installProbe } from './matrix.ts';
import { againstTheirSchema, grants, helpersPerRow, policies, unlisted, unprotected, wrongExecutes } from './pins.ts';
import { insertSeedData } from './seed-data.ts';
import { bookingTables } from './tables-bookings.ts';
import { catalogueTables } from './tables-catalogue.ts';
import { communityTables } from './tables-community.ts';
import { peopleTables } from './tables-people.ts';

const tables = { ...catalogueTables, ...peopleTables, ...bookingTables, ...communityTables };

/** The current block's fixture. */
let database: TestDatabase;
function matrixDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    await insertSeedData(database.sql);
    await installProbe(database.sql);
  });
  afterAll(() => database.drop());
}

describe('the access matrix', () => {
  matrixDatabase();

  it('lists every table, view and function', async () => {
    expect(await unlisted(database.sql, tables, functions)).toEqual([]);
  });

  it('has row level security on every table', async () => {
    expect(await unprotected(database.sql)).toEqual([]);
  });

  it('has no read policy that asks who the caller is for each row', async () => {
    expect(await helpersPerRow(database.sql)).toEqual([]);
  });

  it('has every row that its cases need', async () => {
    const missing: string[] = [];
    for (const [table, rule] of Object.entries(tables)) {
      for (const [name, where] of Object.entries(rule.rows)) {
        if (where === 'true') continue;
        // tourist_email checks its reader, and this test's superuser isn't one.
        const found = await database.sql.unsafe(
          `select 1 from ${table} where ${where.replace(/ and tourist_email.*/, '')}`,
        );
        if (found.length === 0) missing.push(`${table} ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('gives every identity exactly the written rights to every table and function', async () => {
    expect(await differences(database, tables, functions)).toEqual([]);
  });

  it('lets exactly the written roles execute each function', async () => {
    expect(await wrongExecutes(database.sql, functions)).toEqual([]);
  });

  it('allows functions by the schema that contains them', async () => {
    expect(await againstTheirSchema(database.sql)).toEqual([]);
  });

  it('has policies as reviewed (change pinned/policies.txt for a new one)', async () => {
    await expect(await policies(database.sql)).toMatchFileSnapshot('./pinned/policies.txt');
  });

  it('has grants as reviewed (change pinned/grants.txt for a new one)', async () => {
    await expect(await grants(database.sql)).toMatchFileSnapshot('./pinned/grants.txt');
  });
});

describe('the check of the access matrix', () => {
  matrixDatabase();
  const differencesOf = (table: string) =>
    differences(database, Object.fromEntries(Object.entries(tables).filter(([name]) => name === table)), {});

  it('detects a policy that lets everyone read', async () => {
    const before = await policies(database.sql);
    await database.sql`create policy leak on public.bookings for select to authenticated using (true)`;
    const found = await differencesOf('public.bookings');
    expect(found.some((line) => line.startsWith('otherTourist: select public.bookings home should be denied'))).toBe(
      true,
    );
    expect(await policies(database.sql)).not.toBe(before);
    await database.sql`drop policy leak on public.bookings`;
  });

  it('detects a policy that refuses what should be allowed', async () => {
    await database.sql`create policy wall on public.reviews as restrictive for select to anon using (false)`;
    expect(await differencesOf('public.reviews')).toContainEqual(
      expect.stringContaining('anon: select public.reviews home should be allowed'),
    );
    await database.sql`drop policy wall on public.reviews`;
  });

  it('detects a policy that calls a helper for each row', async () => {
    await database.sql`create policy slow on public.bookings for select to authenticated using (private.runs_territory(territory_id))`;
    expect(await helpersPerRow(database.sql)).toEqual(['public.bookings slow']);
    await database.sql`drop policy slow on public.bookings`;
  });

  it('detects a column that became writable', async () => {
    const before = await grants(database.sql);
    await database.sql`grant update (hotel_name) on public.profiles to authenticated`;
    expect(await grants(database.sql)).not.toBe(before);
  });

  it('detects a new table, a new function, and a function that anyone may call', async () => {
    await database.sql`create table public.surprise (id int primary key)`;
    await database.sql`create function public.surprise() returns int language sql as 'select 1'`;
    await database.sql`grant execute on function public.delete_territory(text) to anon`;
    await database.sql`grant execute on function service.release_expired() to authenticated`;
    await database.sql`revoke execute on function public.my_data() from authenticated`;
    expect(await unlisted(database.sql, tables, functions)).toEqual([
      'table public.surprise is not in the matrix',
      'function surprise() is not in the matrix',
    ]);
    expect(await unprotected(database.sql)).toEqual(['surprise']);
    expect(await wrongExecutes(database.sql, functions)).toContainEqual(
      expect.stringContaining('delete_territory(text)'),
    );
    expect(await againstTheirSchema(database.sql)).toEqual(['my_data()', 'service.release_expired()']);
  });
});
