import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '@territorio/local-supabase/bootstrap';
import type { PostgresRelease } from '@territorio/local-supabase/postgres-binaries';
import postgres from 'postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { checkUp } from '../../scripts/doctor/check-up.ts';
import { PROJECT } from '../../supabase/local/project.ts';
import { functions } from '../database/access/functions.ts';
import { wrongExecutes } from '../database/access/pins.ts';
import { type HostedPostgres, startHostedPostgres } from './hosted-postgres.ts';

let server: HostedPostgres | undefined;
afterEach(() => server?.stop());

async function ask(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function migrated(release: PostgresRelease): Promise<HostedPostgres> {
  server = await startHostedPostgres(release);
  expect(await ask(server.url, "select current_setting('is_superuser') as superuser")).toEqual([{ superuser: 'off' }]);
  await migrate(server.url, PROJECT);
  expect(await ask(server.url, 'select count(*) > 0 as found from public.currencies')).toEqual([{ found: true }]);
  expect(await ask(server.url, 'select public from storage.buckets order by public limit 1')).toEqual([
    { public: false },
  ]);
  // Hosted projects grant each new function of `public` to all three API roles.
  const sql = postgres(server.url, { max: 1 });
  expect(await wrongExecutes(sql, functions)).toEqual([]);
  await sql.end();
  return server;
}

describe('the migrations apply if postgres is no superuser', { tags: ['nightly'] }, () => {
  const name =
    'on Postgres %i, and the doctor looks with a role that may do nothing else, made as docs/operations.md says';
  const check = async (release: PostgresRelease) => checkDoctor(await migrated(release));
  test.each([15, 17, 18] as const)(name, check);

  test("control: only a superuser's rights are refused", async () => {
    server = await startHostedPostgres(18);
    await expect(ask(server.url, 'create function f() returns int language c as $$x$$')).rejects.toThrow();
    await expect(ask(server.url, 'create policy p on auth.users for select to anon')).rejects.toThrow(/owner/);
    await expect(ask(server.url, 'alter table storage.buckets add x int')).rejects.toThrow(/owner/);
  });
});

async function checkDoctor(database: HostedPostgres): Promise<void> {
  const guide = readFileSync(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8');
  const [, statements = ''] = /```sql\n(create role doctor[\s\S]*?)```/.exec(guide) ?? [];
  const url = database.url.replace('postgres:postgres@', 'doctor:choose-one@');
  // Control: without the role, there is no result.
  await expect(checkUp(url)).rejects.toThrow(/doctor/);
  const admin = postgres(database.url, { max: 1 });
  await admin.unsafe(statements);
  await admin.end();

  const { rules, rows } = await checkUp(url);
  expect(rules.length).toBeGreaterThan(20);
  expect(rows).toEqual([]);
  const doctor = postgres(url, { max: 1 });
  for (const forbidden of [
    'select count(*) from public.bookings',
    'select count(*) from auth.users',
    'select service.release_expired()',
    'set transaction_read_only = off; update private.limits set value = 0',
  ])
    await expect(doctor.unsafe(forbidden)).rejects.toThrow(/permission denied/);
  await doctor.end();

  // As in "Rotating secrets": only the nightly copies and the timer use its password.
  const owner = postgres(database.url, { max: 1 });
  await owner.unsafe("alter role doctor password 'another-one'");
  await owner.end();
  await expect(checkUp(url)).rejects.toThrow(/password authentication failed/);
  expect((await checkUp(url.replace('choose-one', 'another-one'))).rows).toEqual([]);
}
