import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase, migrate } from '@territorio/local-supabase/bootstrap';
import { startPostgres } from '@territorio/local-supabase/postgres';
import type { PostgresRelease } from '@territorio/local-supabase/postgres-binaries';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';

/** Starts a plain Postgres (DATABASE_URL) with a role that may create databases and roles and is not a superuser. */
async function startOwn(release: PostgresRelease) {
  const folder = await mkdtemp(join(tmpdir(), `territorio-own-${release}-`));
  const [port = 0] = await freePorts(1);
  const options = { port, dataDir: join(folder, 'data'), ephemeral: true, release, superuser: 'root' };
  const server = await startPostgres(options);
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const asRoot = async (statements: string) => {
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    return [...(await sql.unsafe(statements).finally(() => sql.end({ timeout: 5 })))];
  };
  await asRoot(`create role owner login createdb createrole ${release > 15 ? 'bypassrls' : ''} password 'owner'`);
  await asRoot('create database own owner owner');
  return { url: `postgresql://owner:owner@127.0.0.1:${port}/own`, asRoot };
}

test('a user without superuser rights on Postgres 15 reads what a superuser has to run once, and the roles have their time limits', {
  tags: ['nightly'],
}, async () => {
  const { url, asRoot } = await startOwn(15);
  const refusal = await bootstrapDatabase(url).catch((error: Error) => error.message);
  const statements = /^ {2}(.*)$/gm;
  expect(refusal).toMatch(/The database user "owner" of DATABASE_URL may not create the role service_role/);
  await asRoot([...String(refusal).matchAll(statements)].map((found) => found[1]).join('\n'));
  await bootstrapDatabase(url);
  await migrate(url, PROJECT);
  const limits = `
    select rolname as role, rolconfig as settings from pg_roles where rolname in ('anon', 'authenticated') order by rolname`;
  const authenticated = { role: 'authenticated', settings: ['statement_timeout=8s'] };
  expect(await asRoot(limits)).toEqual([{ role: 'anon', settings: ['statement_timeout=3s'] }, authenticated]);
  // The owner's settings stay.
  await asRoot(`alter role anon set statement_timeout = '1s'`);
  await bootstrapDatabase(url);
  expect(await asRoot(limits)).toEqual([{ role: 'anon', settings: ['statement_timeout=1s'] }, authenticated]);
});

test('a user with BYPASSRLS needs no superuser on Postgres 17', { tags: ['nightly'] }, async () => {
  const { url } = await startOwn(17);
  await bootstrapDatabase(url);
  await migrate(url, PROJECT);
});
