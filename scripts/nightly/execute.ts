import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from './commands.ts';

/** A command's result. `problem` is undefined on success. */
export interface Outcome {
  name: string;
  code: number | string;
  seconds: number;
  problem?: string;
}

/** How long stopping may take before the process is killed. Postgres gets 15 seconds. */
const STOP_MS = 30_000;

interface Surroundings {
  root: string;
  env: Record<string, string>;
  /** A file for the command's output. */
  log: string;
  /** Ends the command early. */
  signal: AbortSignal;
}

/** Runs a command of the project in `root`. */
export async function execute(command: Command, surroundings: Surroundings): Promise<Outcome> {
  const { name, minutes, rewrites = [], until } = command;
  const { root } = surroundings;
  const before = contentsOf(root, rewrites);
  const started = Date.now();
  const { code, late, printed } = await runLogged(command, surroundings);
  const seconds = Math.round((Date.now() - started) / 1000);
  const outcome = { name, code, seconds };
  if (late) return { ...outcome, problem: `it took longer than ${minutes} minutes` };
  if (until && !printed) return { ...outcome, problem: `it ended before it said "${until}"` };
  // npm reports a stop with a signal.
  if (code !== 0 && !(until && code === 'SIGTERM')) return { ...outcome, problem: `it ended with ${code}` };
  const after = contentsOf(root, rewrites);
  const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
  const gone = [...before.keys()].filter((file) => !after.has(file));
  if (changed.length + gone.length > 0)
    return { ...outcome, problem: `it changed ${[...changed, ...gone].join(', ')}` };
  return outcome;
}

/** The command runs in its own process group, so that its children end with it. */
function runLogged({ run, minutes, until }: Command, { root, env, log, signal }: Surroundings) {
  const [program, ...args] = run;
  mkdirSync(dirname(log), { recursive: true });
  const file = createWriteStream(log);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (how: 'SIGTERM' | 'SIGKILL') => {
    try {
      if (child.pid) process.kill(-child.pid, how);
    } catch {
      // The process has already ended.
    }
  };
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    end('SIGTERM');
    kill ??= setTimeout(() => end('SIGKILL'), STOP_MS);
  };
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    stop();
  }, minutes * 60_000);
  let printed = false;
  const onOutput = (chunk: Buffer) => {
    file.write(chunk);
    if (printed || !until || !chunk.includes(until)) return;
    printed = true;
    stop();
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  signal.addEventListener('abort', stop);
  return new Promise<{ code: number | string; late: boolean; printed: boolean }>((done) => {
    const settle = (code: number | string) => {
      clearTimeout(limit);
      clearTimeout(kill);
      signal.removeEventListener('abort', stop);
      file.end();
      done({ code, late, printed });
    };
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, by) => settle(code ?? by ?? 'no code'));
  });
}

function contentsOf(root: string, paths: readonly string[]): Map<string, string> {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  );
  return new Map(
    files
      .filter((file) => statSync(join(root, file)).isFile())
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('hex'),
      ]),
  );
}
