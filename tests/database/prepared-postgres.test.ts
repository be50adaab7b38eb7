import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPreparedPostgres } from '../support/prepared-postgres.ts';
import { databaseUrl, TEMPLATE } from '../support/template.ts';

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'territorio-prepared-'));
});
afterAll(() => rm(cache, { recursive: true, force: true }));

/** Runs a statement on a database of a server. */
async function run(url: string, statement: string, database = 'postgres') {
  const sql = postgres(databaseUrl(url, database), { max: 1, connect_timeout: 2, onnotice: () => undefined });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const slots = async () => (await readdir(cache, { recursive: true })).filter((path) => path.endsWith('PG_VERSION'));
const clusters = async () => (await slots()).filter((path) => /^\w+\/\d+\/postgres\/PG_VERSION$/.test(path)).length;

test('gives simultaneous runs a server each, which the next ones reuse', {
  tags: ['nightly'],
}, async () => {
  const [first, second] = await Promise.all([startPreparedPostgres(cache), startPreparedPostgres(cache)]);
  expect(first.url).not.toBe(second.url);
  await run(first.url, 'create database test_left_behind');
  await Promise.all([first.stop(), second.stop()]);
  expect(await clusters()).toBe(2);

  const next = await startPreparedPostgres(cache);
  expect(await clusters()).toBe(2);
  expect(await run(next.url, 'select 1 as found from public.currencies limit 1', TEMPLATE)).toEqual([{ found: 1 }]);
  expect(await run(next.url, "select datname from pg_database where datname like 'test%'")).toEqual([]);
  await next.stop();
});

test('stops and recreates a cluster left by a killed run', { tags: ['nightly'] }, async () => {
  const script = fileURLToPath(new URL('../support/prepared-postgres-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, cache], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const url = said.toString().trim();
  await run(url, 'create table public.half_done ()', TEMPLATE);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await run(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);

  const next = await startPreparedPostgres(cache);
  await expect(run(url, 'select 1')).rejects.toThrow();
  expect(await run(next.url, "select to_regclass('public.half_done') as found", TEMPLATE)).toEqual([{ found: null }]);
  await next.stop();
});
