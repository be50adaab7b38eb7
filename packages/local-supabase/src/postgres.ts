import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { assertPortFree } from '@territorio/local-server/ports';
import postgres from 'postgres';
import { OutdatedData } from './outdated-data.ts';
import {
  loadBinaries,
  type PostgresRelease,
  type ProcessOwner,
  processOwner,
  withAccess,
} from './postgres-binaries.ts';
import { stopOrphan } from './postgres-orphan.ts';
import { PORT_VARIABLES } from './settings.ts';

export type RunningPostgres = { url: string; stop(): Promise<void> };

export type PostgresOptions = {
  port: number;
  /** The cluster's own directory, which is created when it is first used. */
  dataDir: string;
  /** Trades crash safety for speed, for test clusters. */
  ephemeral?: boolean;
  /** For deployment tests, an older release that projects use. */
  release?: PostgresRelease;
  /** The cluster's superuser, if it isn't `postgres`, as on hosted projects. */
  superuser?: string;
  /** The superuser's password, for a new cluster. */
  password?: string;
  /** Ends the start, and stops the server. */
  signal?: AbortSignal | undefined;
};

const RELEASE = 18;
const SUPERUSER = 'postgres';
// The password is the same for everyone, as in Supabase's own local stack, because Postgres listens only on
// loopback.
const PASSWORD = 'postgres';

const FLAGS = [
  'listen_addresses=127.0.0.1',
  // Postgres uses only TCP, because a socket in /tmp could collide with another cluster's.
  'unix_socket_directories=',
  'max_connections=300',
  'shared_buffers=256MB',
  'timezone=UTC',
  'log_timezone=UTC',
  // Hosted projects find extensions through the search path too.
  'search_path="$user", public, extensions',
  'log_min_messages=warning',
  'log_min_error_statement=panic',
];
const EPHEMERAL_FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=2GB',
  // A test cluster that is reused keeps no log.
  'wal_recycle=off',
  'wal_init_zero=off',
  // Most statements of a test run once or twice, so one plan is made instead of a new one for each of the first
  // five.
  'plan_cache_mode=force_generic_plan',
];

/** Starts the embedded Postgres, creating its cluster on first use and recovering from a crashed run. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dirname(dataDir), { recursive: true });
  const owner = await processOwner(dataDir);
  await stopOrphan(dataDir);
  await assertPortFree(options.port, 'the database', PORT_VARIABLES.database);
  await createCluster(dataDir, options, owner);
  options.signal?.throwIfAborted();
  const child = await launch(dataDir, options, owner);
  const { superuser = SUPERUSER, password = PASSWORD } = options;
  const url = `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${options.port}/postgres`;
  try {
    await waitUntilReady(url, child, dataDir, options.signal);
  } catch (error) {
    await terminate(child);
    throw error;
  }
  const onCrash = () => console.error(`Postgres stopped by itself; its log is ${dataDir}.log. Stop and start again.`);
  child.once('exit', onCrash);
  const stop = () => {
    child.off('exit', onCrash);
    return terminate(child);
  };
  return { url, stop };
}

async function createCluster(dataDir: string, options: PostgresOptions, owner: ProcessOwner): Promise<void> {
  const { release = RELEASE, password = PASSWORD } = options;
  const versionFile = join(dataDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === String(release)) return;
    throw new OutdatedData(`${dataDir} was made by Postgres ${found}; this version needs ${release}.`);
  }
  // The cluster is built in a temporary folder and renamed, so that a killed start leaves no incomplete one.
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(draft, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  try {
    await runInitdb(draft, passwordFile, options, owner);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
  await rename(draft, dataDir);
}

async function runInitdb(
  dataDir: string,
  passwordFile: string,
  { release = RELEASE, superuser = SUPERUSER }: PostgresOptions,
  owner: ProcessOwner,
): Promise<void> {
  const { initdb } = await loadBinaries(release);
  const args = [
    `--pgdata=${dataDir}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // The builtin provider sorts strings the same on every machine, whatever its locales.
    ...(release >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    '--no-sync',
  ];
  const command = withAccess(initdb, args, owner, [dataDir]);
  const child = spawn(command.file, command.args, { ...command.identity, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`Postgres could not create its data in ${dataDir}: ${stderr.trim()}`);
}

async function launch(dataDir: string, options: PostgresOptions, owner: ProcessOwner): Promise<ChildProcess> {
  const binaries = await loadBinaries(options.release ?? RELEASE);
  const settings = options.ephemeral ? [...FLAGS, ...EPHEMERAL_FLAGS] : FLAGS;
  const args = ['-D', dataDir, '-p', String(options.port), ...settings.flatMap((flag) => ['-c', flag])];
  const command = withAccess(binaries.postgres, args, owner, [dataDir]);
  const log = openSync(`${dataDir}.log`, 'w');
  // It has its own process group, so that Ctrl-C reaches only the stack, which stops its servers in order, the
  // database last.
  const child = spawn(command.file, command.args, { ...command.identity, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.once('error', () => undefined);
  return child;
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  dataDir: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    if (child.exitCode !== null || child.pid === undefined) {
      const log = await lastLines(`${dataDir}.log`);
      throw new Error(`Postgres did not start. Its log (${dataDir}.log) says:\n${log}`);
    }
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 60));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  throw new Error(`Postgres did not answer within a minute; its log is ${dataDir}.log.`);
}

async function lastLines(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found ? readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n') : '(no log)';
}

/** SIGINT is Postgres's fast shutdown: open transactions roll back, and committed ones are on disk. */
async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await closed;
  clearTimeout(killTimer);
}
