import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { bootstrapDatabase, migrate } from '../../supabase/local/bootstrap.ts';
import { freePorts } from '../../supabase/local/ports.ts';
import { type RunningPostgres, startPostgres } from '../../supabase/local/postgres.ts';
import { isAlive, stopOrphan } from '../../supabase/local/postgres-orphan.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the run's Postgres. */
    postgresUrl: string;
  }
}

/** Bootstrapped and migrated; `createTestDatabase()` clones it. */
export const TEMPLATE = 'territorio_template';

/** Folders of this name below the system's temporary folder have `owner`, a process id, and `postgres`, a cluster. */
export const PREFIX = 'territorio-test-';
const SHARED = Symbol.for('territorio.test-postgres');

type Shared = { server: Promise<{ server: RunningPostgres; folder: string }>; users: number };

/** One Postgres for the whole run, however many projects (db, functions) ask for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const registry = globalThis as { [SHARED]?: Shared };
  const shared = registry[SHARED] ?? { server: startTestPostgres(), users: 0 };
  registry[SHARED] = shared;
  shared.users += 1;
  const { server, folder } = await shared.server;
  project.provide('postgresUrl', server.url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete registry[SHARED];
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startTestPostgres(): Promise<{ server: RunningPostgres; folder: string }> {
  await sweepAbandonedRuns();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await writeFile(join(folder, 'owner'), String(process.pid));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('No free port.');
  const server = await startPostgres({ port, dataDir: join(folder, 'postgres'), ephemeral: true });
  try {
    await createTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, folder };
}

async function createTemplate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`create database ${sql(TEMPLATE)}`;
    const templateUrl = databaseUrl(url, TEMPLATE);
    await bootstrapDatabase(templateUrl);
    await migrate(templateUrl);
    // Statistics travel with a clone; without them the planner guesses anew in every test database.
    const template = postgres(templateUrl, { max: 1 });
    await template`analyze`;
    await template.end();
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.href;
}

/** A run that was killed could not stop its Postgres; the next one does. */
export async function sweepAbandonedRuns(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''));
    if (!Number.isInteger(owner) || owner <= 0 || isAlive(owner)) continue;
    try {
      await stopOrphan(join(folder, 'postgres'));
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Another user's: not ours to clean.
    }
  }
}
