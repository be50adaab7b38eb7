import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import { lockDataDir } from '@territorio/local-supabase/lock';
import { type RunningPostgres, startPostgres } from '@territorio/local-supabase/postgres';
import { stopOrphan } from '@territorio/local-supabase/postgres-orphan';
import postgres from 'postgres';
import { databaseUrl, TEMPLATE } from './template.ts';
import { temporaryFilesAreInMemory } from './temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_RUNS = 16;
const LOCAL_SUPABASE = 'packages/local-supabase/src';
const REUSE = 'tests/support/reuse.sql';

/**
 * Starts a Postgres with the migrated template. The cluster is cached for the next run: `<hash of its
 * sources>/<n>`, with an n for each concurrent run. After a killed run, its cluster is in an unknown state, and the
 * next run stops and recreates it.
 */
export async function startPreparedPostgres(cache = cacheFolder()): Promise<RunningPostgres> {
  const key = await cacheKey();
  await removeUnusable(cache, key);
  const { slot, unlock } = await lockFreeSlot(join(cache, key));
  try {
    const server = await startSlot(slot);
    const stop = async () => {
      await dropTestDatabases(server.url);
      await server.stop();
      await writeFile(preparedFile(slot), '');
      unlock();
    };
    return { url: server.url, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Returns a folder in memory if there is room, because a database is cloned there in a tenth of the time (70 ms
 * instead of a second). Otherwise, it is beside the packages. Each checkout has its own folder, because its
 * migrations may differ.
 */
function cacheFolder(): string {
  if (!temporaryFilesAreInMemory()) return join(ROOT, 'node_modules/.cache/territorio-postgres');
  const checkout = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
  return join(tmpdir(), `territorio-postgres-${checkout}`);
}

/** Returns the file that exists while a cluster is stopped and clean. */
const preparedFile = (slot: string) => join(slot, 'prepared');
const dataDirOf = (slot: string) => join(slot, 'postgres');

/** Returns a hash of all inputs of a prepared cluster. */
async function cacheKey(): Promise<string> {
  const migrations = await readdir(join(ROOT, 'supabase/migrations'));
  const local = await readdir(join(ROOT, LOCAL_SUPABASE), { recursive: true });
  const files = [
    'package-lock.json',
    'tests/support/prepared-postgres.ts',
    REUSE,
    ...migrations.map((name) => `supabase/migrations/${name}`),
    ...local
      .filter((name) => /(\.sql|bootstrap\.ts|postgres\.ts)$/.test(name))
      .map((name) => `${LOCAL_SUPABASE}/${name}`),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function tryLock(slot: string): (() => void) | undefined {
  try {
    return lockDataDir(slot);
  } catch {
    return undefined;
  }
}

async function lockFreeSlot(folder: string): Promise<{ slot: string; unlock: () => void }> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < MOST_RUNS; n += 1) {
    const slot = join(folder, String(n));
    const unlock = tryLock(slot);
    if (unlock) return { slot, unlock };
  }
  throw new Error(`All ${MOST_RUNS} clusters in ${folder} are in use, or the folder belongs to another user.`);
}

/** Removes outdated clusters, and those left by a killed run. */
async function removeUnusable(cache: string, currentKey: string): Promise<void> {
  for (const key of await readdir(cache).catch(() => [])) {
    for (const n of await readdir(join(cache, key))) {
      const slot = join(cache, key, n);
      if (key === currentKey && existsSync(preparedFile(slot))) continue;
      const unlock = tryLock(slot);
      if (!unlock) continue;
      await stopOrphan(dataDirOf(slot));
      await rm(dataDirOf(slot), { recursive: true, force: true });
      await rm(preparedFile(slot), { force: true });
      unlock();
    }
  }
}

async function startSlot(slot: string): Promise<RunningPostgres> {
  const prepared = existsSync(preparedFile(slot));
  await rm(preparedFile(slot), { force: true });
  const dataDir = dataDirOf(slot);
  if (!prepared) await rm(dataDir, { recursive: true, force: true });
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('No free port.');
  const server = await startPostgres({ port, dataDir, ephemeral: true });
  try {
    await (prepared ? dropTestDatabases(server.url) : createTemplate(server.url));
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Drops databases kept for reuse, and those that a failed test did not drop. */
async function dropTestDatabases(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const left = await sql<{ name: string }[]>`select datname as name from pg_database where datname like 'test\\_%'`;
    for (const { name } of left) await sql`drop database ${sql(name)} with (force)`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function createTemplate(url: string): Promise<void> {
  // Loading it takes half a second, and most runs find a prepared cluster.
  const { bootstrapDatabase, migrate } = await import('@territorio/local-supabase/bootstrap');
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`create database ${sql(TEMPLATE)}`;
    const templateUrl = databaseUrl(url, TEMPLATE);
    await bootstrapDatabase(templateUrl);
    await migrate(templateUrl, ROOT);
    // Clones include statistics. Without them, the planner would have to guess in every test database.
    const template = postgres(templateUrl, { max: 1 });
    await template`analyze`;
    await template.unsafe(await readFile(join(ROOT, REUSE), 'utf8'));
    await template.end();
  } finally {
    await sql.end({ timeout: 5 });
  }
}
