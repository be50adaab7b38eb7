import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Enough for several clusters with logs, and browsers' profiles. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Puts a test run's temporary files into memory if there is room, because each test database has a thousand small
 * files, which are slow on a disk. TMPDIR wins. Call it before anything asks for the temporary folder.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR) return;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR = MEMORY;
  } catch {
    // There is no such folder here, so the system's is used.
  }
}

/** Returns whether this run's temporary files are in memory. */
export const temporaryFilesAreInMemory = (): boolean => process.env.TMPDIR === MEMORY;
