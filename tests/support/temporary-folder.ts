import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Of several clusters with their logs, and of browsers' profiles. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Puts temporary files of a test run into memory where there is room: each test database is a thousand small files, which a disk
 * takes several times as long to make and to remove. TMPDIR wins. Call it before anything asks for the temporary folder.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR) return;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR = MEMORY;
  } catch {
    // No such folder here: the system's own will do.
  }
}

/** Whether temporary files of this run are in memory. */
export const temporaryFilesAreInMemory = (): boolean => process.env.TMPDIR === MEMORY;
