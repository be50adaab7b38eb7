import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import { lockDataDir, lockWhenFree } from '@territorio/local-supabase/lock';
import { startPostgres } from '@territorio/local-supabase/postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-supabase-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = fileURLToPath(new URL('..', import.meta.url));

function spawnPostgres(dataDir: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const script = join(root, 'tests/postgres-child.ts');
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
    // The orphan still responds and still holds its port and files.
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

describe('the data folder', () => {
  it('belongs to one process at a time, and the lock of a dead one does not count', () => {
    const data = join(folder, 'locked');
    const release = lockDataDir(data);
    expect(() => lockDataDir(data)).toThrow(/already runs on this data \(process \d+/);
    release();
    // The lock has this process's pid with another start time, as if the pid was reused.
    writeFileSync(join(data, 'lock'), `${process.pid} 1`);
    lockDataDir(data)();
    writeFileSync(join(data, 'lock'), '999999999 5');
    lockDataDir(data)();
  });

  it('is waited for while another start builds it', async () => {
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
