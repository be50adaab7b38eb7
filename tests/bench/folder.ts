import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, stopOrphan } from '@territorio/local-supabase/postgres-orphan';
import type { Stops } from './stops.ts';

/**
 * Folders with this name in the system's temporary folder contain `owner`, a process id, and perhaps `postgres`, a
 * cluster.
 */
const PREFIX = 'territorio-bench-';

/** Creates a folder for this run's cluster, which is deleted with it. Deletes folders left by killed runs. */
export async function temporaryFolder(stops: Stops): Promise<string> {
  await removeAbandonedFolders();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await writeFile(join(folder, 'owner'), String(process.pid));
  await stops.keep(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function removeAbandonedFolders(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''));
    if (!Number.isInteger(owner) || owner <= 0 || isAlive(owner)) continue;
    try {
      await stopOrphan(join(folder, 'postgres'));
      await rm(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, so it isn't ours to delete.
    }
  }
}
