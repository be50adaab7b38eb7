import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { runSupabaseCli } from '@territorio/local-supabase/cli';
import postgres from 'postgres';
import { parse as parseToml } from 'smol-toml';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeEnvFile } from '../../scripts/setup-hosted/env-file.ts';

import { type StartedFunction, startDeployed } from './deno.ts';
import { type HostedPostgres, startHostedPostgres } from './hosted-postgres.ts';
import { type Deployment, type ManagementApi, startManagementApi } from './management-api.ts';

// Follows docs/deployment.md with the official CLI, on a project that records requests. Each run covers the
// migrations with hosted rights, the doctor's role (migrations.test.ts), each function's settings
// (functions.test.ts), and their refusals (tests/stack/functions-invoke.test.ts).
const nightly = { tags: ['nightly'] };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FUNCTIONS = readdirSync(join(ROOT, 'supabase/functions'))
  .filter((name) => existsSync(join(ROOT, 'supabase/functions', name, 'index.ts')))
  .sort();
const EXAMPLES: Record<string, string> = {
  STRIPE_SECRET_KEY: 'sk_live_rehearsal',
  STRIPE_WEBHOOK_SECRET: 'whsec_rehearsal',
  EMAIL_API_KEY: 're_"$HOME`\\',
  APP_URL: 'https://territorio.example.com',
  RECONCILE_SECRET: 'the first one',
  FUNCTIONS_URL: 'https://abcdefghijklmnopqrst.supabase.co/functions/v1',
};
// The example, filled in as docs/deployment.md describes.
const SECRETS = Object.fromEntries(
  Object.entries(parseEnv(readFileSync(join(ROOT, 'supabase/functions/.env.example'), 'utf8'))).map(([name, value]) => [
    name,
    value || EXAMPLES[name] || '',
  ]),
);

let project: string;
let database: HostedPostgres;
let api: ManagementApi;
let env: Record<string, string>;
const cli = (...args: string[]) =>
  runSupabaseCli([...args, '--profile', join(project, 'profile.yaml'), '--yes'], { project, env });

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'territorio-rehearsal-'));
  database = await startHostedPostgres(17);
  api = await startManagementApi();
  await cp(join(ROOT, 'supabase'), join(project, 'supabase'), { recursive: true });
  const profile = { name: 'rehearsal', api_url: api.url, dashboard_url: api.url, project_host: 'localhost' };
  await writeFile(join(project, 'profile.yaml'), JSON.stringify(profile));
  env = {
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    APP_URL: SECRETS.APP_URL ?? '',
    RECONCILE_SECRET: SECRETS.RECONCILE_SECRET ?? '',
    FUNCTIONS_URL: SECRETS.FUNCTIONS_URL ?? '',
  };
  await cli('link', '--project-ref', api.projectRef);
});

afterAll(async () => {
  await api?.stop();
  await database?.stop();
  await rm(project, { recursive: true, force: true });
});

type StorageConfig = {
  storage: { buckets: Record<string, { public: boolean; file_size_limit: string; allowed_mime_types: string[] }> };
};

test('db push applies the migrations, with the buckets of config.toml', nightly, async () => {
  // Uses the address, because a linked project's database has a fixed port, which may be in use here.
  await cli('db', 'push', `--remote=${database.url}`);
  const sql = postgres(database.url, { max: 1 });
  const buckets =
    await sql`select id, public, file_size_limit::int as bytes, allowed_mime_types as types from storage.buckets`;
  await sql.end();
  const { storage } = parseToml(readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8')) as unknown as StorageConfig;
  const configured = Object.entries(storage.buckets).map(([id, bucket]) => ({
    id,
    public: bucket.public,
    bytes: Number.parseInt(bucket.file_size_limit, 10) * 1024 * 1024,
    types: bucket.allowed_mime_types,
  }));
  expect(buckets).toEqual(expect.arrayContaining(configured));
  expect(buckets).toHaveLength(configured.length);
});

/** Sets the secrets from a file written by `npm run setup:hosted`. */
async function setSecrets(secrets: Record<string, string>) {
  const file = join(project, 'secrets.env');
  writeEnvFile(file, '', secrets);
  await cli('secrets', 'set', '--env-file', file);
}

test('secrets set sends each secret of the file', nightly, async () => {
  await setSecrets(SECRETS);
  expect(Object.fromEntries(api.secrets)).toEqual(SECRETS);
});

test('config push sends complete values, and nothing is deprecated', nightly, async () => {
  const { stderr } = await cli('config', 'push');
  expect(stderr).not.toMatch(/deprecated/);
  const sent = JSON.stringify(Object.fromEntries(api.config));
  expect(sent).not.toContain('env(');
  expect(api.config.get('auth')).toMatchObject({ site_url: SECRETS.APP_URL });
  expect(api.config.get('postgrest')).toMatchObject({ db_schema: 'public,service' });
});

test(
  'functions deploy sends each function with its import map, and each checks its callers itself',
  nightly,
  async () => {
    await cli('functions', 'deploy', '--use-api');
    expect([...api.functions.keys()].sort()).toEqual(FUNCTIONS);
    for (const { metadata, files } of api.functions.values()) {
      expect(metadata).toMatchObject({ import_map_path: 'supabase/functions/deno.json', verify_jwt: false });
      const { imports } = JSON.parse(files.get(metadata.import_map_path) ?? '{}') as {
        imports?: Record<string, string>;
      };
      const packages = [...files].flatMap(([path, code]) => (path.endsWith('.ts') ? packagesOf(code) : []));
      expect(Object.keys(imports ?? {})).toEqual(expect.arrayContaining(packages));
    }
  },
);

/** Returns a file's imports that are neither files nor parts of Node that Deno has. */
const packagesOf = (code: string) =>
  [...code.matchAll(/^(?:import|\} from).*?'(?!node:)([^'./][^']*)';$/gm)].map((found) => found[1]);

describe('the uploaded functions on Deno, with the configured secrets and those of the platform', nightly, () => {
  let started: StartedFunction | undefined;
  afterEach(() => started?.stop());

  const platform = {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
  };
  const start = async (name: string, change: Partial<Deployment['metadata']> = {}) => {
    const deployment = api.functions.get(name);
    if (!deployment) throw new Error(`${name} was not uploaded.`);
    const { metadata, files } = deployment;
    const folder = join(project, 'deployed', name);
    const secrets = { ...platform, ...Object.fromEntries(api.secrets) };
    started = await startDeployed({ slug: name, metadata: { ...metadata, ...change }, files }, folder, secrets);
    return started;
  };

  /** Public and read-only, because feed readers have no session. */
  const OPEN = ['conditions-feed'];

  test.each(OPEN)('%s refuses calls without a secret', async (name) => {
    const { url } = await start(name);
    const answer = await fetch(url, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
  });

  const closed = FUNCTIONS.filter((name) => !OPEN.includes(name));
  test.each(closed)('%s refuses a caller without a session, secret or signature', async (name) => {
    const { url } = await start(name);
    const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect([400, 401, 403, 422]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test('control: fail to start without their import map', async () => {
    await expect(start('reconcile', { import_map_path: '' })).rejects.toThrow(/Import "[^"]+" not a dependency/);
  });

  test('use a new RECONCILE_SECRET like the timer after the statement of docs/operations.md', async () => {
    const sql = postgres(database.url, { max: 1 });
    onTestFinished(() => sql.end());
    const inVault = async () => {
      const rows = await sql`select decrypted_secret from vault.decrypted_secrets where name = 'reconcile_secret'`;
      return String(rows[0]?.decrypted_secret);
    };
    await setSecrets({ ...SECRETS, RECONCILE_SECRET: 'the new one' });
    const { url } = await start('reconcile');
    const call = async () => {
      const headers = { 'x-reconcile-secret': await inVault() };
      return (await fetch(url, { method: 'POST', body: '{}', headers })).status;
    };
    // Without migrations to apply, db push leaves the Vault unchanged.
    env.RECONCILE_SECRET = 'the new one';
    await cli('db', 'push', `--remote=${database.url}`);
    expect(await inVault()).toBe('the first one');
    expect(await call()).toBe(401);

    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    await sql.unsafe(/^select vault\.update_secret.*$/m.exec(guide)?.[0] ?? '');
    expect(await inVault()).toBe('the new one');
    expect(await call()).not.toBe(401);
  });
});

test('no command requested anything that the fake does not know', nightly, () => {
  expect(api.unknown).toEqual([]);
});
