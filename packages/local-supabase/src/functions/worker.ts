import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const nodeModules = dirname(dirname(require.resolve('deno/package.json')));

/**
 * Returns the binary instead of the package's launcher, a Node script that waits for Deno, because signals must
 * reach the right process. The package's lookup also works without install scripts.
 */
export function denoBinary(): string {
  const { runInstall } = require('deno/install_api.cjs') as { runInstall(): string };
  return runInstall();
}

export interface WorkerOptions {
  /** The folder with <name>/index.ts. */
  folder: string;
  /** The import map of the functions. */
  config: string;
  /** The complete environment of the functions. */
  env: Record<string, string>;
  log: (line: string) => void;
}

export interface Worker {
  port: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** `npm:` specifiers resolve only from the project's node_modules, so that `npm ci` is all that is needed. */
function denoArguments(folder: string, config: string): string[] {
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    '--no-remote',
    '--no-check',
    '--unstable-no-legacy-abort',
    '--node-modules-dir=manual',
    ...(existsSync(config) ? [`--config=${config}`] : ['--no-config']),
    '--allow-net',
    '--allow-env',
    '--allow-sys=osRelease,hostname,cpus',
    `--allow-read=${[folder, dirname(config), nodeModules].join(',')}`,
    join(here, 'main.ts'),
    folder,
  ];
}

function denoEnvironment(env: Record<string, string>): Record<string, string> {
  const cache = join(nodeModules, '.cache', 'deno');
  return { ...env, DENO_DIR: cache, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', HOME: process.env.HOME ?? '/' };
}

/** Starts a Deno process and resolves when it listens. */
export async function startWorker({ folder, config, env, log }: WorkerOptions): Promise<Worker> {
  const child = spawn(denoBinary(), denoArguments(folder, config), {
    cwd: folder,
    env: denoEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    // It has its own process group, so that Ctrl-C reaches the stack, which stops this one last.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin.on('error', () => undefined); // it may die before its stdin closes
  const port = await listening(child, log);
  return { port, exited, stop: () => stop(child, exited) };
}

function listening(child: ChildProcess, log: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const tail: string[] = [];
    const onLine = (line: string) => {
      const port = /^@@listening (\d+)$/.exec(line)?.[1];
      if (port) return resolve(Number(port));
      tail.push(line);
      if (tail.length > 20) tail.shift();
      return log(line);
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', onLine);
    child.once('error', (error) => reject(new Error(`Edge functions: Deno did not start: ${error.message}`)));
    child.once('close', (code) => reject(new Error(`Edge functions: Deno ended with ${code}: ${tail.join('\n')}`)));
  });
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.stdin?.end(); // main.ts finishes current requests, then exits
  const timer = setTimeout(() => child.kill('SIGKILL'), 2500);
  await exited;
  clearTimeout(timer);
}
