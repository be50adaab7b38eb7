import type { RunningPostgres } from '@territorio/local-supabase/postgres';
import type { TestProject } from 'vitest/node';
import { startPreparedPostgres } from './prepared-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the run's Postgres. */
    postgresUrl: string;
  }
}

const SHARED = Symbol.for('territorio.test-postgres');

type Shared = { server: Promise<RunningPostgres>; users: number };

/** Starts one Postgres for the whole run and all projects. A mutation run provides its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running) {
    project.provide('postgresUrl', running);
    return async () => undefined;
  }
  const registry = globalThis as { [SHARED]?: Shared };
  const shared = registry[SHARED] ?? { server: startPreparedPostgres(), users: 0 };
  registry[SHARED] = shared;
  shared.users += 1;
  const server = await shared.server;
  project.provide('postgresUrl', server.url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete registry[SHARED];
    await server.stop();
  };
}
