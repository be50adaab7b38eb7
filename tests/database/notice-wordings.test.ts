import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORDINGS } from '../../src/features/messaging/notifications/wordings/index.ts';
import { createTestDatabase } from '../support/database.ts';

const folder = new URL('../../supabase/schemas/', import.meta.url);
const schemas = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

test('the app has words for what the database stores, and for nothing else', async () => {
  const db = await createTestDatabase();
  const rows = await db.sql`select name from private.notice_wordings`;
  await db.drop();
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(WORDINGS).sort());
});

/** The list of them names each once: more often where something tells it. */
const timesNamed = (name: string) => schemas.split(`'${name}'`).length - 1;

test('every wording is told by something', () => {
  expect(Object.keys(WORDINGS).filter((name) => timesNamed(name) < 2)).toEqual([]);
});
