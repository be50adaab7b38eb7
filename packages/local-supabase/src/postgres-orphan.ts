import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A killed stack (`kill -9`, power cut) leaves its Postgres running. The next start stops it cleanly first, so that
 * nothing is lost and no second server opens the same files.
 */
export async function stopOrphan(dataDir: string): Promise<void> {
  const pid = serverPid(dataDir);
  if (pid === undefined || !isPostgresOn(pid, dataDir)) return;
  signal(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 100) {
    if (waited === 15_000) signal(pid, 'SIGQUIT');
    if (waited > 30_000) throw new Error(`Another Postgres (process ${pid}) uses ${dataDir} and does not stop.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

function serverPid(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids are reused, so one counts only if its command line names this data directory. */
function isPostgresOn(pid: number, dataDir: string): boolean {
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(`-D ${dataDir} `);
  } catch {
    return isAlive(pid) && readCommandLine(pid).includes(`\0-D\0${dataDir}\0`);
  }
}

// A minimal container has no `ps`.
function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (isCode(error, 'EPERM'))
      throw new Error(`A Postgres of another user (process ${pid}) is still running on this data.`);
  }
}

/** Returns whether a process is running, even one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
