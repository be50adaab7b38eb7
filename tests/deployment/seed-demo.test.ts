import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrate } from '@territorio/local-supabase/bootstrap';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';
import { type HostedPostgres, startHostedPostgres } from './hosted-postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const seedDemo = async (url: string) => {
  const { stdout } = await promisify(execFile)('npx', ['tsx', 'scripts/seed-demo.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url, SUPABASE_URL: '', SUPABASE_SECRET_KEY: '' },
  });
  return stdout;
};

describe('npm run seed:demo fills a project if postgres is no superuser', { tags: ['nightly'] }, () => {
  let server: HostedPostgres;
  let sql: postgres.Sql;
  beforeAll(async () => {
    server = await startHostedPostgres(17);
    await migrate(server.url, PROJECT);
    sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql?.end();
    await server?.stop();
  });

  test('sets a separate password for every account', async () => {
    const said = await seedDemo(server.url);
    const password = /password (\S+)/.exec(said)?.[1] ?? '';
    const [counted] = await sql`
      select (select count(*) from public.territories)::int as territories, count(*)::int as accounts,
             count(*) filter (where encrypted_password = extensions.crypt(${password}, encrypted_password))::int as new,
             count(*) filter (where encrypted_password = extensions.crypt('territorio', encrypted_password))::int as known
        from (select distinct encrypted_password from auth.users) u`;
    expect(counted).toEqual({ territories: 6, accounts: 1, new: 1, known: 0 });
  });

  test('changes nothing the second time', async () => {
    const before = await sql`select count(*) from public.bookings`;
    expect(await seedDemo(server.url)).toContain('it stays as it is');
    expect(await sql`select count(*) from public.bookings`).toEqual(before);
  });
});
