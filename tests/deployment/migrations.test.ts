import postgres from 'postgres';
import { afterEach, describe, expect, test } from 'vitest';
import { migrate } from '../../supabase/local/bootstrap.ts';
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

describe('the migrations apply where postgres is no superuser', () => {
  test.each([15, 17, 18] as const)('on Postgres %i', async (release) => {
    server = await startHostedPostgres(release);
    expect(await ask(server.url, "select current_setting('is_superuser') as superuser")).toEqual([
      { superuser: 'off' },
    ]);
    await migrate(server.url);
    expect(await ask(server.url, 'select count(*) > 0 as found from public.currencies')).toEqual([{ found: true }]);
    expect(await ask(server.url, 'select public from storage.buckets order by public limit 1')).toEqual([
      { public: false },
    ]);
  });

  test('control: what a superuser alone may do is refused', async () => {
    server = await startHostedPostgres(18);
    await expect(ask(server.url, 'create function f() returns int language c as $$x$$')).rejects.toThrow();
    await expect(ask(server.url, 'create policy p on auth.users for select to anon')).rejects.toThrow(/owner/);
    await expect(ask(server.url, 'alter table storage.buckets add x int')).rejects.toThrow(/owner/);
  });
});
