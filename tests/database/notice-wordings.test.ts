import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDINGS } from '../../src/features/messaging/notifications/wordings/index.ts';
import { createTestDatabase } from '../support/database.ts';

const folder = new URL('../../supabase/schemas/', import.meta.url);
const schemas = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

test('the app has words for what the database stores, and for nothing else', async () => {
  const db = await createTestDatabase();
  const rows = await db.sql`select name from private.notice_wordings`;
  await db.drop();
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(WORDINGS).sort());
});

test('every wording is told by something', () => {
  const told = (name: string) => schemas.filter((text) => text.includes(`'${name}'`)).length;
  // Once in the list of them; those of departures also where they are told.
  const untold = Object.keys(WORDINGS).filter(
    (name) => schemas.reduce((times, text) => times + text.split(`'${name}'`).length - 1, 0) < 2,
  );
  expect(untold).toEqual([]);
  expect(told('a_wording_that_nobody_tells')).toBe(0);
});
