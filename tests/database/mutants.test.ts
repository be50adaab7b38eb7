import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MUTANTS, misfits } from '../mutation/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** `npm run test:mutation` isn't part of `npm test`. This test checks that its list still matches the code. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('each mutant still finds what it breaks, once', async () => {
  expect(await misfits(db.sql, MUTANTS)).toEqual([]);
  for (const { sql } of MUTANTS) if (sql) await db.sql.unsafe(sql);
});

test('reports a mutant that has nothing to break', async () => {
  const gone = { name: 'gone', in: 'private.take_seats', change: ['no such text', ''] as [string, string], suites: [] };
  const twice = { ...gone, name: 'twice', change: ['held', ''] as [string, string] };
  expect(await misfits(db.sql, [gone, twice])).toEqual(['gone', 'twice']);
});

test('each mutant names existing suites, and has a unique name', () => {
  expect(MUTANTS.flatMap(({ suites }) => suites).filter((suite) => !existsSync(suite))).toEqual([]);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
