import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import { lockDataDir } from '@territorio/local-supabase/lock';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { startStack } from '../../supabase/local/stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'territorio-life-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a stack in a separate process, because the database client throws uncatchably when its server stops. */
async function spawnStack(name: string) {
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const dataDir = join(folder, name);
  const env = {
    ...process.env,
    ...Object.fromEntries(variables.map((variable, index) => [variable, String(ports[index])])),
    TERRITORIO_DATA_DIR: dataDir,
  };
  const script = join(root, 'tests/support/stack-child.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root, env });
  const ended = new Promise((done) => child.once('exit', done));
  const postgresFile = join(dataDir, 'postgres/postmaster.pid');
  return { child, ended, dataDir, postgresFile };
}

test.each(['as it is', 'whose Postgres was killed'])(
  'SIGTERM ends a start, %s, in order and not by its time limit',
  {
    tags: ['nightly'],
    timeout: 120_000,
  },
  async (how) => {
    const { child, ended, postgresFile, dataDir } = await spawnStack(`start ${how}`);
    child.stderr.resume();
    child.stdout.resume();
    await expect
      .poll(() => existsSync(postgresFile) && readFileSync(postgresFile, 'utf8'), { timeout: 60_000 })
      .toMatch(/^\d/);
    if (how !== 'as it is') process.kill(Number(readFileSync(postgresFile, 'utf8').split('\n')[0]), 'SIGKILL');
    child.kill('SIGTERM');
    // 1 is the code of a stop that hung and was cut short.
    expect(await ended).toBe(0);
    lockDataDir(dataDir)();
  },
);

test('a stack whose Postgres was killed during a request still ends in order', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const { child, ended, dataDir, postgresFile } = await spawnStack('whole');
  const url = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (line: Buffer) => done(line.toString().trim()));
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
  child.stderr.resume();
  child.stdout.resume();
  const headers = { apikey: readConfig({ TERRITORIO_DATA_DIR: dataDir }).keys.publishable };
  const ask = () => fetch(`${url}/rest/v1/territories?select=id`, { headers });
  expect((await ask()).status).toBe(200);
  const asked = Promise.allSettled(Array.from({ length: 30 }, ask));
  process.kill(Number(readFileSync(postgresFile, 'utf8').split('\n')[0]), 'SIGKILL');
  child.kill('SIGTERM');
  // 1 is the code of a stop that hung and was cut short.
  expect(await ended).toBe(0);
  await asked;
});

describe('an impossible start', () => {
  it('names the port, the server and the variable, and leaves nothing behind', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', () => done()));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const [a = 0, b = 0, c = 0, d = 0] = await freePorts(4);
    const env = {
      API_PORT: a,
      DB_PORT: b,
      INBOX_PORT: c,
      SMTP_PORT: d,
      STRIPE_PORT: port,
      TERRITORIO_DATA_DIR: join(folder, 'refused'),
    };
    const config = readConfig(Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])));
    await expect(startStack(config)).rejects.toThrow(`Port ${port} for the Stripe emulator is in use`);
    await expect(startStack(config)).rejects.toThrow('STRIPE_PORT');
    lockDataDir(config.dataDir)();
    taken.close();
  });

  it('names the wrong setting', () => {
    expect(() => readConfig({ API_PORT: 'many' })).toThrow('API_PORT must be a port number');
    expect(() => readConfig({ API_PORT: '5173' })).toThrow('"app" and "api" are both 5173');
  });
});
