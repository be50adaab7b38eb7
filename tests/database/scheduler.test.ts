import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** The parts of a hosted project's pg_cron, pg_net and Vault that the scheduler calls. Here they record the calls. */
const HOSTED = `
  create schema cron; create schema net; create schema vault;
  create table cron.job (jobname text primary key, schedule text, command text);
  create function cron.schedule(text, text, text) returns bigint language sql as $$
    insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set schedule = $2, command = $3 returning 1::bigint $$;
  create table net.request (url text, body jsonb, headers jsonb);
  create function net.http_post(url text, body jsonb, headers jsonb, timeout_milliseconds int) returns bigint language sql as $$
    insert into net.request values (url, body, headers) returning 1::bigint $$;
  create table vault.decrypted_secrets (name text primary key, decrypted_secret text);
`;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const jobs = () =>
  db.sql<{ jobname: string; command: string }[]>`select jobname, command from cron.job order by jobname`;
const runAll = async () => {
  for (const { command } of await jobs()) await db.sql.unsafe(command);
};

test('schedules nothing without pg_cron', async () => {
  await db.sql`select private.schedule_jobs()`;
  expect(await db.sql`select to_regnamespace('cron') as cron`).toEqual([{ cron: null }]);
});

test('frees seats, checks the rules and calls the functions in a hosted project, each by one job', async () => {
  await db.sql.unsafe(HOSTED);
  await db.sql`select private.schedule_jobs()`;
  await db.sql`select private.schedule_jobs()`;
  expect((await jobs()).map(({ jobname }) => jobname)).toEqual([
    'territorio-departures',
    'territorio-invariants',
    'territorio-process-outbox',
    'territorio-reconcile',
    'territorio-release-expired',
  ]);
});

test('calls the functions with the secret of the Vault, and not before it exists', async () => {
  await db.sql.unsafe(HOSTED);
  await db.sql`select private.schedule_jobs()`;
  await runAll();
  expect(await db.sql`select url from net.request`).toEqual([]);

  const url = 'https://abc.supabase.co/functions/v1';
  await db.sql`insert into vault.decrypted_secrets values ('functions_url', ${url}), ('reconcile_secret', 's3cret')`;
  await runAll();
  const headers = { 'content-type': 'application/json', 'x-reconcile-secret': 's3cret' };
  expect(await db.sql`select url, headers from net.request order by url`).toEqual([
    { url: `${url}/process-outbox`, headers },
    { url: `${url}/reconcile`, headers },
  ]);
});
