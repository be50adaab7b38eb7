import { expect, test } from 'vitest';
import { WORDINGS } from '../../src/features/messaging/notifications/wordings/index.ts';
import { schemaFiles } from '../../supabase/schema-files.ts';
import { createTestDatabase } from '../support/database.ts';

const schemas = schemaFiles()
  .map(({ sql }) => sql)
  .join('\n');

test('the app has texts for what the database stores, and for nothing else', async () => {
  const db = await createTestDatabase();
  const rows = await db.sql`select name from private.notice_wordings`;
  await db.drop();
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(WORDINGS).sort());
});

/** The list contains each name once, or more often if several places use it. */
const timesNamed = (name: string) => schemas.split(`'${name}'`).length - 1;

test('every text is used by a notification', () => {
  expect(Object.keys(WORDINGS).filter((name) => timesNamed(name) < 2)).toEqual([]);
});
