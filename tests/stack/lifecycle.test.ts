import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { lockDataDir, lockWhenFree } from '../../supabase/local/lock.ts';
import { freePorts } from '../../supabase/local/ports.ts';
import { startPostgres } from '../../supabase/local/postgres.ts';
import { startStack } from '../../supabase/local/stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'territorio-life-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = fileURLToPath(new URL('../..', import.meta.url));

function spawnPostgres(dataDir: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const script = join(root, 'tests/support/postgres-child.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, String(port)], { cwd: root });
  return new Promise((done, fail) => {
    child.stdout.once('data', (line: Buffer) => done({ child, url: line.toString().trim() }));
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });
}

describe('a killed stack', () => {
  it('loses nothing: the next start finds its Postgres, stops it cleanly and reads its data', async () => {
    const dataDir = join(folder, 'postgres');
    const [port = 0] = await freePorts(1);
    const { child, url } = await spawnPostgres(dataDir, port);
    const before = postgres(url, { max: 1, onnotice: () => undefined });
    await before`create table kept (id int)`;
    await before`insert into kept values (1)`;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    // The orphan still answers and still holds its port and files.
    expect(await before`select id from kept`).toHaveLength(1);
    await before.end({ timeout: 1 });

    const again = await startPostgres({ dataDir, port });
    const after = postgres(again.url, { max: 1 });
    expect(await after`select id from kept`).toHaveLength(1);
    await after.end();
    await again.stop();
    const log = readFileSync(`${dataDir}.log`, 'utf8');
    expect(log).not.toContain('was not properly shut down');
  });
});

// In a process of its own: the database's client throws where nobody can catch it when its server goes.
test('a stack whose Postgres was killed while it was asked still ends in order', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const dataDir = join(folder, 'whole');
  const env = {
    ...process.env,
    ...Object.fromEntries(variables.map((name, index) => [name, String(ports[index])])),
    TERRITORIO_DATA_DIR: dataDir,
  };
  const script = join(root, 'tests/support/stack-child.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root, env });
  const ended = new Promise((done) => child.once('exit', done));
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
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  child.kill('SIGTERM');
  // 1 is that of a stop which hung and was cut short.
  expect(await ended).toBe(0);
  await asked;
});

describe('the data folder', () => {
  it('belongs to one process at a time; a lock of a dead one does not count', () => {
    const data = join(folder, 'locked');
    const release = lockDataDir(data);
    expect(() => lockDataDir(data)).toThrow(/already runs on this data \(process \d+/);
    release();
    // Same pid as this process, other time of start: a pid that was used again.
    writeFileSync(join(data, 'lock'), `${process.pid} 1`);
    lockDataDir(data)();
    writeFileSync(join(data, 'lock'), '999999999 5');
    lockDataDir(data)();
  });

  it('is waited for by a build that another start is making', async () => {
    const data = join(folder, 'build');
    const release = lockDataDir(data);
    let unlock: (() => void) | undefined;
    const second = lockWhenFree(data).then((taken) => {
      unlock = taken;
    });
    await new Promise((done) => setImmediate(done));
    expect(unlock).toBeUndefined();
    release();
    await second;
    expect(() => lockDataDir(data)).toThrow(/already runs on this data/);
    unlock?.();
    lockDataDir(data)();
  });
});

describe('a start that cannot be', () => {
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

  it('says which setting is wrong', () => {
    expect(() => readConfig({ API_PORT: 'many' })).toThrow('API_PORT must be a port number');
    expect(() => readConfig({ API_PORT: '5173' })).toThrow('"app" and "api" are both 5173');
  });
});
