import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase, migrate } from './bootstrap.ts';
import { startPostgres } from './postgres.ts';

/** Gives `use` the URL of a fresh database with the project's migrations, and removes it afterwards. */
export async function withScratchDatabase<T>(project: string, use: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'supabase-scratch-'));
  try {
    const [port = 0] = await freePorts(1);
    const server = await startPostgres({ port, dataDir: join(folder, 'postgres'), ephemeral: true });
    try {
      await bootstrapDatabase(server.url);
      await migrate(server.url, project);
      return await use(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
