import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseTypes } from '../../supabase/local/types.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ from: 'migrations' });
});
afterAll(() => database.drop());

const committed = () => readFileSync(new URL('../../src/types/database.ts', import.meta.url), 'utf8');

it('src/types/database.ts matches the migrations (otherwise run "npm run db:types")', async () => {
  expect(await databaseTypes(database.url)).toBe(committed());
});

it('detects a column that is missing from the committed types', async () => {
  await database.sql`create table public.stale_types_control (id int primary key)`;
  expect(await databaseTypes(database.url)).not.toBe(committed());
});
