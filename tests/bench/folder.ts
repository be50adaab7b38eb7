import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREFIX, sweepAbandonedRuns } from '../support/postgres.global.ts';
import type { Stops } from './stops.ts';

/** A folder for a cluster of this run, gone with it. What a killed run left behind is cleared away by the next one. */
export async function temporaryFolder(stops: Stops): Promise<string> {
  await sweepAbandonedRuns();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}bench-`));
  await writeFile(join(folder, 'owner'), String(process.pid));
  await stops.keep(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
