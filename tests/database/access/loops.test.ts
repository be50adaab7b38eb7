import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { LOOPS } from './loops.ts';

test('every loop of the database isolates failures of its items, or has a reason not to', async () => {
  const database = await createTestDatabase();
  const loops = await database.sql`
    select p.proname as name, p.prosrc ~* 'exception\\s+when' as isolated from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('private', 'public', 'service') and p.prosrc ~* '\\mloop\\M' order by 1`;
  const names = (isolated: boolean) => loops.filter((row) => row.isolated === isolated).map(({ name }) => name);
  expect(names(true), 'see tests/database/access/loops.ts').toEqual(LOOPS.isolated);
  expect(names(false), 'see tests/database/access/loops.ts').toEqual(Object.keys(LOOPS.ofOneItem).sort());
  await database.drop();
});
