import { blockingAdvice, readAdvisors } from '@territorio/local-supabase/advisors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ from: 'migrations' });
});
afterAll(() => database.drop());

it('the advisors report no error and no warning for the schema', async () => {
  expect(blockingAdvice(await readAdvisors(database.url, PROJECT))).toEqual([]);
});

it('control: the advisors report a table without row level security', async () => {
  await database.sql`create table public.advisor_control (id int primary key)`;
  await database.sql`grant select on public.advisor_control to anon`;
  const names = blockingAdvice(await readAdvisors(database.url, PROJECT)).map((item) => item.name);
  expect(names).toContain('rls_disabled_in_public');
});
