import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Thrown if another process uses the folder. */
class FolderInUse extends Error {}

/** Longer than a build takes. */
const MAX_WAIT_MS = 240_000;

/** Works like `lockDataDir`, once no other process holds the lock. */
export async function lockWhenFree(folder: string): Promise<() => void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return lockDataDir(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}

/** Locks the data folder for this process; throws if another live process holds it. Returns the unlock function. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const mine = fingerprint(process.pid);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      // This fails if the file exists, so that of two concurrent starts one wins.
      writeFileSync(file, mine, { flag: 'wx' });
      return () => {
        if (read(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EACCES' || code === 'EPERM') {
        throw new Error(`${dataDir} belongs to another user. Start as that user, or use another data folder.`);
      }
      if (code !== 'EEXIST') throw error;
    }
    const holder = read(file);
    const pid = Number(holder.split(' ')[0]);
    if (holder !== '' && fingerprint(pid) === holder) {
      throw new FolderInUse(
        `Another start already runs on this data (process ${pid}, ${dataDir}). Stop it first, or use another data folder.`,
      );
    }
    // A killed process left the lock behind.
    if (read(file) === holder) rmSync(file, { force: true });
  }
  throw new FolderInUse(`Another start is taking ${dataDir} right now.`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the pid with its start time, because pids are reused, or only the pid if there is no such process. */
function fingerprint(pid: number): string {
  if (!Number.isInteger(pid) || pid < 1) return 'nobody';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} ${startedAt(pid)}`;
  }
}

function startedAt(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || 'gone';
  } catch {
    return 'gone';
  }
}
