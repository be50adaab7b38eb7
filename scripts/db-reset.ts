import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '@territorio/local-supabase/lock';
import { stopOrphan } from '@territorio/local-supabase/postgres-orphan';
import { loadConfig } from './env.ts';
import { answerHelp } from './help.ts';

answerHelp('npm run db:reset: throws the local data away; the next start seeds again.');

/** Removes the local data; the next start runs the migrations and loads the demo data. */
async function reset(): Promise<void> {
  const { dataDir, databaseUrl } = loadConfig();
  if (databaseUrl) {
    throw new Error(
      'DATABASE_URL points at a Postgres of your own; db:reset does not touch it. Drop and create that database yourself.',
    );
  }
  const release = lockDataDir(dataDir);
  try {
    await stopOrphan(join(dataDir, 'postgres'));
    const parts = ['postgres', 'postgres.new', 'postgres.log', 'keys.json', 'storage', 'stripe', 'inbox'];
    for (const part of parts) await rm(join(dataDir, part), { recursive: true, force: true });
  } finally {
    release();
  }
  console.info('The local data is gone. The next "npm start" begins with fresh demo data.');
}

try {
  await reset();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
